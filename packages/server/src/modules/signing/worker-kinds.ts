/** All kinds of workers. A new one is one file, and a line here. */
import { didYouMean } from '../../kernel/nearest-word.ts';
import { cryptoWorkerKind } from './crypto-worker.ts';
import { firstActiveDispatcherKind } from './dispatchers/first-active-dispatcher.ts';
import { requestedPolicyDispatcherKind } from './dispatchers/requested-policy-dispatcher.ts';
import { userMappedDispatcherKind } from './dispatchers/user-mapped-dispatcher.ts';
import { renewalTimedServiceKind } from './renewal/renewal-timed-service.ts';
import { renewalWorkerKind } from './renewal/renewal-worker.ts';
import { adesSignerKind } from './signers/ades-signer.ts';
import { authenticodeTimeStampSignerKind } from './signers/authenticode-time-stamp-signer.ts';
import { cmsSignerKind, extendedCmsSignerKind } from './signers/cms-signer.ts';
import { pdfSignerKind } from './signers/pdf-signer.ts';
import { plainSignerKind } from './signers/plain-signer.ts';
import { extendedTimeStampSignerKind, timeStampSignerKind } from './signers/time-stamp-signer.ts';
import { xadesSignerKind } from './signers/xades-signer.ts';
import { xmlSignerKind } from './signers/xml-signer.ts';
import { signerStatusReportWorkerKind } from './status/signer-status-report-worker.ts';
import { qosStatusWorkerKind } from './status/qos-status-worker.ts';
import { signerStatusReportTimedServiceKind } from './status/signer-status-report-timed-service.ts';
import { statusPropertiesWorkerKind, timeMonitorManagerKind } from './status/status-properties-worker.ts';
import { timeMonitorStatusReportWorkerKind } from './status/time-monitor-status-report-worker.ts';
import { hsmKeepAliveTimedServiceKind } from './timed/hsm-keep-alive-timed-service.ts';
import { validationServiceKind } from './validators/validation-service.ts';
import { xadesValidatorKind } from './validators/xades-validator.ts';
import { xmlValidatorKind } from './validators/xml-validator.ts';
import type { WorkerKind } from './worker-kind.ts';

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
