/** All kinds of workers. A new one is one file, and a line here. */
import { didYouMean } from '../../../kernel/nearest-word.ts';
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
import { hsmKeepAliveTimedServiceKind } from '../timed/hsm-keep-alive-timed-service.ts';
import { validationServiceKind, xadesValidatorKind, xmlValidatorKind } from '../validators/index.ts';
import type { WorkerKind } from '../kinds/index.ts';

const kinds: readonly WorkerKind[] = [
  cryptoWorkerKind,
  cmsSignerKind,
  plainSignerKind,
  pdfSignerKind,
  timeStampSignerKind,
  xmlSignerKind,
  xadesSignerKind,
  adesSignerKind,
  extendedCmsSignerKind,
  extendedTimeStampSignerKind,
  firstActiveDispatcherKind,
  userMappedDispatcherKind,
  requestedPolicyDispatcherKind,
  validationServiceKind,
  xmlValidatorKind,
  xadesValidatorKind,
  statusPropertiesWorkerKind,
  timeMonitorManagerKind,
  timeMonitorStatusReportWorkerKind,
  qosStatusWorkerKind,
  signerStatusReportWorkerKind,
  signerStatusReportTimedServiceKind,
  hsmKeepAliveTimedServiceKind,
  renewalWorkerKind,
  renewalTimedServiceKind,
  authenticodeTimeStampSignerKind,
];

/** The kind with that class name, whole or without its package; undefined when there is none. */
export function workerKind(className: string): WorkerKind | undefined {
  return byName.get(className);
}

/** The kind that a class name nobody knows was probably meant to be, as a question behind a blank; empty when none is near. */
export function probableKind(className: string): string {
  return didYouMean(
    shortName(className),
    kinds.map((kind) => shortName(kind.className)),
  );
}

function shortName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}

const byName = new Map(
  kinds.flatMap((kind) => [[kind.className, kind] as const, [shortName(kind.className), kind] as const]),
);
