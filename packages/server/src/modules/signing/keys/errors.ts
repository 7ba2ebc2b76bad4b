import { appError } from '../../../kernel/errors.ts';

/** The crypto token has no key of that alias, or one that the worker cannot use. */
export class SigningKeyUnavailableError extends appError('unavailable', 'signing.key_unavailable') {
  constructor(detail: string, options?: ErrorOptions) {
    super(`Key not available: ${detail}`, options);
  }
}

/** The key of the worker was used as often as the worker's property KEYUSAGELIMIT allows. */
export class KeyUsageLimitError extends appError('unavailable', 'signing.key_usage_limit') {
  constructor(workerId: number) {
    super(`Key usage limit exceeded or not initialized for worker ${workerId}`);
  }
}

/** The signer's certificate is not valid now, or not for long enough. */
export class SignerCertificateError extends appError('unavailable', 'signing.certificate_not_valid') {}

/** The signature that was just made cannot be verified with the worker's certificate. It was not sent to the client. */
export class SignatureNotVerifiedError extends appError('unavailable', 'signing.signature_not_verified') {
  constructor(options?: ErrorOptions) {
    super('The signature that was made could not be verified', options);
  }
}

/** The worker has no key, or no certificate, of that id. */
export class NoSuchWorkerKeyError extends appError('not-found', 'signing.no_such_key') {
  constructor(what: 'public key' | 'certificate', id: string) {
    super(`No such ${what}: ${id}`);
  }
}

/** The worker has no key that can be certified, or one that workers may not use. */
export class WorkerHasNoKeyError extends appError('conflict', 'signing.worker_has_no_key') {
  constructor(worker: string) {
    super(
      `The worker '${worker}' has no key of its own to be certified. Make one, and name it by its property DEFAULTKEY.`,
    );
  }
}

/** Neither the request nor the worker's properties specify the key to be made. */
export class UnknownWorkerKeyError extends appError('malformed', 'signing.unknown_worker_key') {
  constructor(what: string) {
    super(`Nothing says ${what}: give it, or set KEYALG, KEYSPEC and NEXTCERTSIGNKEY of the worker.`);
  }
}
