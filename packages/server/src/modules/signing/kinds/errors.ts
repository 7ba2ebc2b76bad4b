import { AppError } from '../../../kernel/errors.ts';

/** No worker has this id or name. */
export class NoSuchWorkerError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'signing.no_such_worker';

  /** @param named - as the caller wrote it */
  constructor(named: string | number) {
    super(`No such worker: ${named}`);
  }
}

/** The worker is there for others, and processes no documents itself. */
export class NotProcessableError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.not_processable';

  constructor(worker: string) {
    super(`Worker exists but isn't a processable: ${worker}`);
  }
}

/** The worker was switched off with its property DISABLED. */
export class WorkerDisabledError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.worker_disabled';

  /** @param worker - as it was addressed: `{id: 5}` or `{name: Signer}` */
  constructor(worker: string) {
    super(`Error Signer : Worker${worker} is disabled and cannot perform any signature operations`);
  }
}

/** The properties of a worker contradict themselves, or something is missing. What it is stands in the log and is shown to administrators. */
export class WorkerMisconfiguredError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.worker_misconfigured';
  /** For administrators. */
  readonly problems: readonly string[];

  constructor(workerId: number, problems: readonly string[]) {
    super(`Internal server error: SignServerException calling signer with ID ${workerId} : Worker is misconfigured`, {
      context: { problems },
    });
    this.problems = problems;
  }
}

/** The request is none that the worker serves: the document, the metadata, or both together. */
export class IllegalRequestError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.illegal_request';
}

/** The document says two things at once, and the worker was told not to guess which one is meant. */
export class AmbiguousDocumentError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.ambiguous_document';

  constructor(workerId: number, options?: ErrorOptions) {
    super(
      `Internal server error: SignServerException calling signer with ID ${workerId} : Incorrect document`,
      options,
    );
  }
}

/** The worker's authorizer does not let this client in, whatever else it sends. */
export class ClientNotAuthorizedError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'signing.client_not_authorized';

  constructor(reason: string) {
    super(`Authorization failed: ${reason}`);
  }
}

/** The client did not say who it is, or not so that the worker's authorizer believes it. */
export class ClientNotAuthenticatedError extends AppError {
  override readonly kind = 'unauthenticated';
  override readonly code = 'signing.client_not_authenticated';
}

/** The crypto token of a worker is missing or not active. */
export class SigningTokenUnavailableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.token_unavailable';

  /** @param message - what administrators are told; clients learn no more than that it is not available */
  constructor(options?: ErrorOptions, message = 'Crypto token not available') {
    super(message, options);
  }
}

/** The crypto token has no key of that name, or one that the worker cannot use. */
export class SigningKeyUnavailableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.key_unavailable';

  constructor(detail: string, options?: ErrorOptions) {
    super(`Key not available: ${detail}`, options);
  }
}

/** The key of the worker was used as often as the worker's property KEYUSAGELIMIT allows. */
export class KeyUsageLimitError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.key_usage_limit';

  constructor(workerId: number) {
    super(`Key usage limit exceeded or not initialized for worker ${workerId}`);
  }
}

/** The signer's certificate is not valid now, or not for long enough. */
export class SignerCertificateError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.certificate_not_valid';
}

/** The worker has to hold the document in memory, and it is too large for that. */
export class DocumentTooLargeError extends AppError {
  override readonly kind = 'too-large';
  override readonly code = 'signing.document_too_large';
}

/** Others' XML documents, that came before, take what the worker has for them. */
export class XmlBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.xml_busy';

  constructor() {
    super('Too many large XML documents are being worked on. Repeat the request later.');
  }
}

/** Others' PDF documents, that came before and take as much work, are still read. */
export class PdfBusyError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.pdf_busy';

  constructor() {
    super('Too many PDF documents that take much work are being read. Repeat the request later.');
  }
}

/** The archive has no such document. */
export class NotArchivedError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'signing.not_archived';

  constructor(archiveId: string) {
    super(`There is no such document in the archive: ${archiveId}`);
  }
}

/** A file that the worker reads or writes cannot be used. Which one and why stands in the log: clients have nothing to do with it. */
export class WorkerFileError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.worker_file';
  readonly problem: string;

  /** @param problem - completes "the file ..." */
  constructor(file: string, problem: string, options?: ErrorOptions) {
    super('A file of the worker cannot be used. See server LOG.', { ...options, context: { file, problem } });
    this.problem = problem;
  }
}

/** Files that signed documents were written to stay, since it is not known whether the signatures were recorded. */
export class SavedFileKeptError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.saved_file_kept';

  constructor(files: readonly string[]) {
    super('A signed document stays on the disk: the database did not say whether its signature was recorded.', {
      context: { files },
    });
  }
}

/** What says whether the signer's certificate is revoked cannot be got. */
export class NoRevocationEvidenceError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.no_revocation_evidence';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The evidence of revocation that belongs into the signature is not available: ${problem}`, options);
  }
}

/** No worker that a dispatcher could pass the request on to has an active crypto token. */
export class NoActiveWorkerError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.no_active_worker';

  constructor() {
    super('No active worker found');
  }
}

/** A time-stamp of a signature that could not be had, or not as it was asked for. */
export class TimeStampUnavailableError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.time_stamp_unavailable';

  constructor(detail: string, options?: ConstructorParameters<typeof AppError>[1]) {
    super(`No time-stamp could be obtained: ${detail}`, options);
  }
}

/**
 * Makes the error of an authority elsewhere. Clients hear the same whatever happened there: they would learn what is to be found in the
 * server's network.
 *
 * @param reason - for the log
 */
export function unavailableAuthority(reason: string, options: ErrorOptions = {}): TimeStampUnavailableError {
  const context = { reason };
  return new TimeStampUnavailableError('the time-stamping authority gave none. See server LOG.', {
    ...options,
    context,
  });
}

/** A worker that another one needs for its answer is not there, or refuses. */
export class HelpingWorkerError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.helping_worker';

  constructor(named: string, cause: AppError) {
    super(`The worker '${named}', which this one needs, gave no answer: ${cause.message}`, { cause });
  }
}

/** The signature that was just made is not one by the worker's certificate. It was handed to nobody. */
export class SignatureNotVerifiedError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.signature_not_verified';

  constructor(options?: ErrorOptions) {
    super('The signature that was made could not be verified', options);
  }
}

/** A worker of this name or id exists already. */
export class WorkerExistsError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'signing.worker_exists';

  /** @param which - the name when that is taken, else the id */
  constructor(which: string | number) {
    super(`Worker already exists: ${which}`);
  }
}

/** What was given for properties is no map of texts. */
export class BadWorkerPropertiesError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.bad_properties';

  constructor(detail?: string) {
    super(`Properties in the request body is not valid!${detail === undefined ? '' : ` ${detail}`}`);
  }
}

/** Two properties have the same name once it is in upper case. */
export class PropertyNamesCollideError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.property_names_collide';

  constructor(name: string) {
    super(`The property ${name} is given twice: names that differ in letter case only are the same. Give it once.`);
  }
}

/** The value of a property is none that stands for a text. */
export class PropertyNotTextError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.property_not_text';

  constructor(name: string) {
    super(`The value of the property ${name} has to be a text.`);
  }
}

/** A property says where a secret of the worker goes, and is changed by somebody who did not show that they know the secret. */
export class SecretNotGivenAgainError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.secret_not_given_again';

  constructor(secret: string, changed: string) {
    super(`The property ${changed} says where ${secret} goes. Give ${secret} again to change it.`);
  }
}

/** The worker may be looked at, and nothing else. */
export class WorkerReadOnlyError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'signing.worker_read_only';

  constructor() {
    super('Method not allowed');
  }
}

/** A request to reload workers that names none. */
export class NothingToReloadError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.nothing_to_reload';

  constructor() {
    super('There is no Worker ID to reload!');
  }
}

/** The worker has no key, or no certificate, of that id. */
export class NoSuchWorkerKeyError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'signing.no_such_key';

  constructor(what: 'public key' | 'certificate', id: string) {
    super(`No such ${what}: ${id}`);
  }
}

/** The worker has no key that can be certified, or one that is not a worker's to use. */
export class WorkerHasNoKeyError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'signing.worker_has_no_key';

  constructor(worker: string) {
    super(
      `The worker '${worker}' has no key of its own to be certified. Make one, and name it by its property DEFAULTKEY.`,
    );
  }
}

/** Two workers are to be one end entity, which is that of the other one. */
export class EndEntityOfOtherWorkerError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'signing.end_entity_of_other_worker';

  constructor(username: string, worker: string, other: string) {
    super(
      `The end entity '${username}' of the worker '${worker}' is that of the worker '${other}'. Name another one by the property RENEWENDENTITY.`,
    );
  }
}

/** Nothing, or nobody, says how the certificate of a worker is to be renewed. */
export class WorkerNotRenewableError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'signing.worker_not_renewable';

  /** @param reason - a sentence without its full stop */
  constructor(worker: string, reason: string) {
    super(`The certificate of the worker '${worker}' cannot be renewed: ${reason}.`);
  }
}

/** A key was to be made for a worker, and neither the request nor the worker's properties say what. */
export class UnknownWorkerKeyError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.unknown_worker_key';

  constructor(what: string) {
    super(`Nothing says ${what}: give it, or set KEYALG, KEYSPEC and NEXTCERTSIGNKEY of the worker.`);
  }
}

/** What is given as the certificates of a worker is none of them. */
export class BadWorkerCertificateError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'signing.bad_worker_certificate';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The certificate of the worker cannot be used: ${problem}.`, options);
  }
}
