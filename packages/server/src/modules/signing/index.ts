/** The signing service: workers, which are documents, and what they make of the documents of clients. */
export {
  ARCHIVED_PART_OCTETS,
  ARCHIVED_TYPE_NUMBERS,
  type ArchivedDocument,
  type ArchivedType,
  type DeleteArchived,
  type DeleteArchivedPart,
  type DeleteLooseParts,
  type GiveUpLooseParts,
  type InsertArchived,
  type InsertArchivedPart,
  type InsertLooseParts,
  type LooseParts,
  type LooseState,
  uniqueIdOf,
} from './archive/archived-document.ts';
export type { ArchivedPosition, ArchiveStore } from './archive/archive-store.ts';
export { ArchiveRequests } from './archive/archive-requests.ts';
export { ExpireArchive } from './archive/expire-archive.ts';
export { SweepArchive } from './archive/loose-parts.ts';
export { type SavedFileNotes, SavedFiles, type SavedRequest } from './archive/saved-files.ts';
export { ReadArchive } from './archive/read-archive.ts';
export { RemoveFromArchive } from './archive/remove-from-archive.ts';
export type { ClientCertificates } from './authorizer.ts';
export { letsInByIssuer } from './client-trust.ts';
export { ChangeWorkers, type ChangeRules } from './change-workers.ts';
export {
  BadWorkerCertificateError,
  BadWorkerPropertiesError,
  ClientNotAuthenticatedError,
  ClientNotAuthorizedError,
  IllegalRequestError,
  NoRevocationEvidenceError,
  NoSuchWorkerError,
  NothingToReloadError,
  NotProcessableError,
  PropertyNamesCollideError,
  PropertyNotTextError,
  SignerCertificateError,
  SigningKeyUnavailableError,
  SigningTokenUnavailableError,
  unavailableAuthority,
  WorkerDisabledError,
  WorkerExistsError,
  WorkerFileError,
  WorkerMisconfiguredError,
  WorkerNotRenewableError,
  WorkerReadOnlyError,
} from './errors.ts';
export { type GivenProperties } from './given-properties.ts';
export { CertifyWorker, type WorkerKey } from './certify-worker.ts';
export type { WorkerIssuer } from './worker-issuer.ts';
export { createDefaultWorkers, type FirstClient, letIntoDefaultWorkers } from './default-workers.ts';
export { KeyUsages, type KeyUsageStore } from './key-usages.ts';
export { ProcessDocument, type ProcessDocumentDeps, type ProcessedDocument } from './process-document.ts';
export { ReadWorkers } from './read-workers.ts';
export { RenewWorkers } from './renewal/renew-workers.ts';
export { ReliableTime } from './reliable-time.ts';
export { ReloadWorkers } from './reload-workers.ts';
export { signingSettings, signingSettingsAdministration, signingSettingsType } from './signing-settings.ts';
export { RunTimedService, type TimedRunEntry } from './timed/run-timed-service.ts';
export type { TimedRunKey, TimedRuns, TimedRunStore } from './timed/timed-runs.ts';
export { TimedServiceScheduler } from './timed/timed-service-scheduler.ts';
export { WorkerKeyTests } from './timed/worker-key-tests.ts';
export { WorkerStatuses } from './status/worker-statuses.ts';
export { StatusRepository } from './status/status-repository.ts';
export { SigningKeys } from './signing-keys.ts';
export type { Client, ClientCertificate, SigningRequest } from './signing-request.ts';
export type { ForeignCrls } from './foreign-crls.ts';
export type { OcspAnswer, OcspResponders } from './ocsp-responders.ts';
export { CrlIndexes } from './validators/crl-indexes.ts';
export type { OwnCertificates } from './own-certificates.ts';
export type { TimeStampAuthorities } from './time-stamp-authorities.ts';
export { type ManagedKey, ManagedKeys } from './managed-keys.ts';
export { WorkerHealth } from './status/worker-health.ts';
export { OwnTokens, ownTokenHooks } from './own-tokens.ts';
export { workerAdministration } from './worker-administration.ts';
export { WorkerCertificates } from './worker-certificates.ts';
export { type NewWorkerKey, type WorkerKeyList, WorkerKeys } from './worker-keys.ts';
export { WorkerKeyUsers } from './worker-key-users.ts';
export type { WorkerLogEntry } from './worker-logger.ts';
export type { WorkerFiles } from './worker-files.ts';
export { MAX_EMBEDDED_CRL_OCTETS, type RevocationEvidence } from './revocation-evidence.ts';
export { workerType } from './worker-type.ts';
