/** All kinds of workers. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { shortName } from './class-names.ts';
import { cryptoWorkerKind } from './crypto-worker.ts';
import {
  firstActiveDispatcherKind,
  requestedPolicyDispatcherKind,
  userMappedDispatcherKind,
} from '../dispatchers/index.ts';
import { renewalTimedServiceKind, renewalWorkerKind } from '../renewal/index.ts';
import { adesSignerKind } from '../signers/ades/index.ts';
import {
  authenticodeTimeStampSignerKind,
  extendedTimeStampSignerKind,
  timeStampSignerKind,
} from '../signers/time-stamps/index.ts';
import { cmsSignerKind, extendedCmsSignerKind, plainSignerKind } from '../signers/cms/index.ts';
import { pdfSignerKind } from '../signers/pdf/index.ts';
import { xadesSignerKind, xmlSignerKind } from '../signers/xml/index.ts';
import {
  qosStatusWorkerKind,
  signerStatusReportTimedServiceKind,
  signerStatusReportWorkerKind,
  statusPropertiesWorkerKind,
  timeMonitorManagerKind,
  timeMonitorStatusReportWorkerKind,
} from '../status-workers/index.ts';
import { hsmKeepAliveTimedServiceKind } from '../timed/index.ts';
import { validationServiceKind, xadesValidatorKind, xmlValidatorKind } from '../validators/index.ts';
import type { CryptoWorkerKind, ProcessorKind, TimedServiceKind } from '../worker-contract/index.ts';

/** The kinds that process documents. Each has its processor in `worker-processors.ts`, under the same name. */
export const PROCESSOR_KINDS = {
  cmsSigner: cmsSignerKind,
  plainSigner: plainSignerKind,
  pdfSigner: pdfSignerKind,
  timeStampSigner: timeStampSignerKind,
  xmlSigner: xmlSignerKind,
  xadesSigner: xadesSignerKind,
  adesSigner: adesSignerKind,
  extendedCmsSigner: extendedCmsSignerKind,
  extendedTimeStampSigner: extendedTimeStampSignerKind,
  authenticodeTimeStampSigner: authenticodeTimeStampSignerKind,
  firstActiveDispatcher: firstActiveDispatcherKind,
  userMappedDispatcher: userMappedDispatcherKind,
  requestedPolicyDispatcher: requestedPolicyDispatcherKind,
  validationService: validationServiceKind,
  xmlValidator: xmlValidatorKind,
  xadesValidator: xadesValidatorKind,
  statusPropertiesWorker: statusPropertiesWorkerKind,
  timeMonitorManager: timeMonitorManagerKind,
  timeMonitorStatusReportWorker: timeMonitorStatusReportWorkerKind,
  qosStatusWorker: qosStatusWorkerKind,
  signerStatusReportWorker: signerStatusReportWorkerKind,
  renewalWorker: renewalWorkerKind,
} as const;

/** The kinds of timed services. Each has its service in `worker-timed-services.ts`, under the same name. */
export const TIMED_SERVICE_KINDS = {
  renewalTimedService: renewalTimedServiceKind,
  signerStatusReportTimedService: signerStatusReportTimedServiceKind,
  hsmKeepAliveTimedService: hsmKeepAliveTimedServiceKind,
} as const;

export type ProcessorKindName = keyof typeof PROCESSOR_KINDS;
export type TimedServiceKindName = keyof typeof TIMED_SERVICE_KINDS;

/** A kind of worker with its name in these lists. */
type ListedKind =
  | (ProcessorKind & { readonly name: ProcessorKindName })
  | (TimedServiceKind & { readonly name: TimedServiceKindName })
  | CryptoWorkerKind;

/** Finds the kind by its class name, with or without the package; undefined when there is none. */
export function workerKind(className: string): ListedKind | undefined {
  return byClassName.get(className);
}

/** Returns the known class name most similar to an unknown one, as a question after a space; empty when none is similar. */
export function probableKind(className: string): string {
  return didYouMean(
    shortName(className),
    kinds.map((kind) => shortName(kind.className)),
  );
}

const kinds: readonly ListedKind[] = [
  ...Object.entries(PROCESSOR_KINDS).map(([name, kind]) => ({ ...kind, name: name as ProcessorKindName })),
  ...Object.entries(TIMED_SERVICE_KINDS).map(([name, kind]) => ({ ...kind, name: name as TimedServiceKindName })),
  cryptoWorkerKind,
];
const byClassName = new Map(
  kinds.flatMap((kind) => [[kind.className, kind] as const, [shortName(kind.className), kind] as const]),
);
