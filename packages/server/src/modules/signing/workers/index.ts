/** Workers as documents: parsing of their properties, and all problems found in them. */
export { admissionOf } from './admission.ts';
export { admitsIssuer } from './admitted-issuers.ts';
export { choosesAlias, type KeyChoice } from './alias-selector.ts';
export { archivedAddress, type ArchivedType } from './archiving.ts';
export { EXPLICIT_CURVES } from './common-properties.ts';
export { NoSuchWorkerError, WorkerReadOnlyError } from './errors.ts';
export { findWorker, requireWorker } from './find-worker.ts';
export { maskedProperties, NAME, TYPE, UNKNOWN_TYPE } from './masked-properties.ts';
export { type OwnToken, ownTokenOf } from './own-token.ts';
export { isReadOnly } from './read-only.ts';
export { readRenewal } from './renewal-settings.ts';
export type { KeySettings, ProcessableWorker, TimedWorker, WorkerDocument } from './worker-document.ts';
export type { WorkerIssuer } from './worker-issuer.ts';
export {
  PROCESSOR_KINDS,
  type ProcessorKindName,
  TIMED_SERVICE_KINDS,
  type TimedServiceKindName,
} from './worker-kinds.ts';
export { requireProcessable, workerProblems } from './worker-problems.ts';
export { workerType } from './worker-type.ts';
export { ownWarnings, workerWarnings } from './worker-warnings.ts';
