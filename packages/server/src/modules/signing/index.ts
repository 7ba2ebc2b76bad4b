/** The signing service: workers, which are documents, and what they make of the documents of clients. */
export {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_TYPE_NUMBERS,
  type ArchivedDocument,
  type ArchivedPosition,
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
export { type ArchivedType, letsInByIssuer, type WorkerIssuer, workerType } from './workers/index.ts';
export type { ClientCertificates } from './authorizers/index.ts';
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
  WorkerKeyTests,
  WorkerKeyUsers,
} from './keys/index.ts';
export { type TimeStampAuthorities, unavailableAuthority } from './signers/common/index.ts';
export { ProcessDocument, type ProcessDocumentDeps, type ProcessedDocument, Processors } from './processing/index.ts';
export { ReliableTime } from './signers/time-stamps/index.ts';
export {
  RunTimedService,
  type TimedRunEntry,
  type TimedRunKey,
  type TimedRuns,
  type TimedRunStore,
  TimedServiceScheduler,
} from './timed-runs/index.ts';
export { WorkerHealth, WorkerStatuses } from './status/index.ts';
export { timedServices, workerProcessors } from './worker-processors.ts';
export type { WorkerLogEntry } from './worker-loggers/index.ts';
