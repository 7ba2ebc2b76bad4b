import { AppError } from '../../kernel/errors.ts';

/** A key is to be kept or recovered at a CA that has no escrow key. */
export class NoEscrowKeyError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'key_recovery.no_escrow_key';

  constructor(ca: string) {
    super(
      `The CA '${ca}' has no key that kept keys are encrypted for. Set keyEncryptKey to the alias of a key for encryption in its crypto token.`,
    );
  }
}

/** The key that is named as the escrow key of a CA cannot be one. */
export class UnusableEscrowKeyError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'key_recovery.unusable_escrow_key';

  /** @param problem - as a predicate: `is for signatures only` */
  constructor(ca: string, alias: string, problem: string) {
    super(`The key '${alias}', which keyEncryptKey of the CA '${ca}' names, ${problem}.`);
  }
}

/** No key is kept for a certificate, or it may not be recovered. */
export class KeyNotAvailableError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'key_recovery.not_available';
}

/** No key is kept with a certificate, as far as the caller may know. */
export class KeptKeyNotFoundError extends AppError {
  override readonly kind = 'not-found';
  override readonly code = 'key_recovery.not_found';

  constructor(ca: string, serialNumber: string) {
    super(`No key is kept for the certificate ${serialNumber} of the CA '${ca}'.`);
  }
}

/** A kept key is to be removed, and its end entity is about to get it. */
export class KeptKeyMarkedError extends AppError {
  override readonly kind = 'conflict';
  override readonly code = 'key_recovery.marked';

  constructor(serialNumber: string) {
    super(
      `The key of the certificate ${serialNumber} is marked for recovery. Set the status of its end entity to NEW or GENERATED first.`,
    );
  }
}

/** A kept key is not that of its certificate: what is stored was changed or damaged. */
export class KeptKeyDamagedError extends AppError {
  // Nothing that the caller could do about it, and nothing to tell them.
  override readonly kind = 'unavailable';
  override readonly code = 'key_recovery.damaged';

  constructor(serialNumber: string, options?: ErrorOptions) {
    super(
      `The key that is kept for the certificate ${serialNumber} cannot be used: what is stored is damaged, or belongs to another certificate.`,
      options,
    );
  }
}

/** The escrow key that a kept key is encrypted for is not in its crypto token. */
export class EscrowKeyMissingError extends AppError {
  // As of a damaged one: the caller can do nothing about it, and it may come back.
  override readonly kind = 'unavailable';
  override readonly code = 'key_recovery.escrow_key_missing';

  constructor(serialNumber: string, alias: string, options?: ErrorOptions) {
    super(
      `The key that is kept for the certificate ${serialNumber} cannot be decrypted: its escrow key '${alias}' is not in the crypto token, or another key has its alias. Bring the escrow key back from a backup of the crypto token.`,
      options,
    );
  }
}
