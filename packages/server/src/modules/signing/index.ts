/** The signing service: workers, which are documents, and what they make of the documents of clients. */
export type { Content } from './content.ts';
export {
  BadWorkerPropertiesError,
  ClientNotAuthorizedError,
  IllegalRequestError,
  NoSuchWorkerError,
  NotProcessableError,
  SignerCertificateError,
  SigningKeyUnavailableError,
  SigningTokenUnavailableError,
  WorkerDisabledError,
  WorkerExistsError,
  WorkerMisconfiguredError,
} from './errors.ts';
export { ProcessDocument, type ProcessDocumentDeps, type ProcessedDocument } from './process-document.ts';
export { signingLimits, signingSettingsAdministration, signingSettingsType } from './signing-settings.ts';
export { SigningKeys } from './signing-keys.ts';
export type { Client, SigningRequest } from './signing-request.ts';
export { workerAdministration } from './worker-administration.ts';
export { workerType } from './worker-type.ts';
