/** The signing service: workers, which are documents, and what they make of the content that clients send. */
export {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_TYPE_NUMBERS,
  type ArchiveEntry,
  type ArchivedPosition,
  type ArchiveStore,
  type DeleteArchived,
  type DeleteArchivedPart,
  type DeleteLooseParts,
  type GiveUpLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
  type LooseParts,
  type LooseState,
  type ReadArchive,
  type RemoveFromArchive,
  type SavedFileNotes,
  type SavedRequest,
  SweepArchive,
  uniqueIdOf,
} from './archive/index.ts';
export { admitsIssuer, type ArchivedType, WorkerReadOnlyError, workerType } from './workers/index.ts';
export {
  type ChangeRules,
  type ChangeWorkers,
  createDefaultWorkers,
  type FirstClient,
  letIntoDefaultWorkers,
  PropertyNamesCollideError,
  PropertyNotTextError,
  type ReadWorkers,
  type ReloadWorkers,
  workerHooks,
  workersNaming,
} from './administration/index.ts';
export {
  BadWorkerCertificateError,
  CertifyWorker,
  type WorkerCertificates,
  type WorkerEnd,
  WorkerEnds,
} from './certificates/index.ts';
export {
  type Client,
  type ProcessType,
  type SigningRequest,
  signingSettings,
  signingSettingsType,
  SigningTokenUnavailableError,
  WorkerFileError,
  type WorkerFiles,
  WorkerMisconfiguredError,
} from './worker-contract/index.ts';
export type { ForeignCrls, OcspAnswer, OcspResponders } from './revocation/index.ts';
export {
  KeyUsages,
  type KeyUsageStore,
  type ManagedKey,
  type ManagedKeys,
  OwnTokenDirectory,
  WorkerKeys,
  WorkerKeyUsers,
} from './keys/index.ts';
export type { AmbiguousDocumentError } from './signers/pdf/index.ts';
export { type TimeStampAuthorities, unavailableAuthority } from './signers/common/index.ts';
export type { ProcessContent, ProcessedContent } from './processing/index.ts';
export type { TimedRunEntry, TimedRunKey, TimedRuns, TimedRunStore } from './timed-runs/index.ts';
export { type TimedServiceStatus, type UnfitWorker, WorkerHealth, type WorkerStatuses } from './status/index.ts';
export type { WorkerLogEntry } from './worker-loggers/index.ts';
export { signingModule } from './signing-module.ts';
export { WorkerDisabledError } from './processing/index.ts';
export { ClientNotAuthorizedError } from './authorizers/index.ts';
