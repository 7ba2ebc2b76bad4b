/** Interfaces that kinds of workers are written with: properties, request, signing key and answer. */
export { ARCHIVE_RETENTION, readArchiveRetention } from './archive-retention.ts';
export { askWorker } from './ask-worker.ts';
export { buildChain, chainForKey, chainsOf, isSignedBy } from './certificate-chains.ts';
export { digestOf } from './content-digest.ts';
export { joinContents, partOf } from './content-parts.ts';
export {
  DocumentTooLargeError,
  IllegalRequestError,
  SigningTokenUnavailableError,
  WorkerFileError,
  WorkerMisconfiguredError,
} from './errors.ts';
export { anchorsOf, givenCertificates, givenCrls, warnOfUnusable } from './given-certificates.ts';
export type { Effect, ProcessContext, Processed, Processor } from './processor.ts';
export { type SigningKey, signingRefusal } from './signing-key.ts';
export type { ChosenKey, Client, ClientCertificate, ProcessType, SigningRequest } from './signing-request.ts';
export { signingSettings, signingSettingsType } from './signing-settings.ts';
export type { TimedService } from './timed-service.ts';
export type { WorkerFiles } from './worker-files.ts';
export type { CryptoWorkerKind, ProcessorKind, TimedServiceKind } from './worker-kind.ts';
export type { NeededWorker, WorkerNeeds } from './worker-needs.ts';
export { WorkerLog, type WorkerLogFields } from './worker-log.ts';
export type { WorkerName } from './worker-name.ts';
export { propertiesOf, type ReportProperty, WorkerProperties } from './worker-properties.ts';
