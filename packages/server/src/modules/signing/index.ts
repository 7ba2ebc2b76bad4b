/** The signing service: workers, which are documents, and what they make of the documents of clients. */
export {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_TYPE_NUMBERS,
  type ArchivedDocument,
  type ArchivedPosition,
  type ArchivedType,
  ArchiveRequests,
  type ArchiveStore,
  type DeleteArchived,
  type DeleteArchivedPart,
  type DeleteLooseParts,
  ExpireArchive,
  type GiveUpLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
  type LooseParts,
  type LooseState,
  ReadArchive,
  RemoveFromArchive,
  type SavedFileNotes,
  SavedFiles,
  type SavedRequest,
  SweepArchive,
  uniqueIdOf,
} from './archive/index.ts';
export type { ClientCertificates } from './authorizers/index.ts';
export { letsInByIssuer, type WorkerIssuer, workerType } from './workers/index.ts';
export {
  type ChangeRules,
  ChangeWorkers,
  createDefaultWorkers,
  type FirstClient,
  type GivenProperties,
  letIntoDefaultWorkers,
  ReadWorkers,
  ReloadWorkers,
  workerHooks,
} from './administration/index.ts';
export {
  BadWorkerCertificateError,
  CertifyWorker,
  RenewWorkers,
  WorkerCertificates,
  type WorkerKey,
} from './certificates/index.ts';
export {
  type Client,
  type ClientCertificate,
  type SigningRequest,
  signingSettings,
  signingSettingsType,
  WorkerFileError,
  type WorkerFiles,
} from './kinds/index.ts';
export {
  type ForeignCrls,
  MAX_EMBEDDED_CRL_OCTETS,
  NoRevocationEvidenceError,
  type OcspAnswer,
  type OcspResponders,
  type OwnCertificates,
  type RevocationEvidence,
} from './revocation/index.ts';
export {
  KeyUsages,
  type KeyUsageStore,
  type ManagedKey,
  ManagedKeys,
  type NewWorkerKey,
  OwnTokens,
  SigningKeys,
  type WorkerKeyList,
  WorkerKeys,
  WorkerKeyUsers,
} from './keys/index.ts';
export { type TimeStampAuthorities, unavailableAuthority } from './signers/common/index.ts';
export { ProcessDocument, type ProcessDocumentDeps, type ProcessedDocument, Processors } from './processing/index.ts';
export { ReliableTime } from './signers/time-stamps/index.ts';
export { RunTimedService, type TimedRunEntry } from './timed/run-timed-service.ts';
export type { TimedRunKey, TimedRuns, TimedRunStore } from './timed/timed-runs.ts';
export { TimedServiceScheduler } from './timed/timed-service-scheduler.ts';
export { WorkerKeyTests } from './timed/worker-key-tests.ts';
export { WorkerHealth, WorkerStatuses } from './status/index.ts';
export { workerProcessors } from './worker-processors.ts';
export type { WorkerLogEntry } from './worker-loggers/index.ts';
