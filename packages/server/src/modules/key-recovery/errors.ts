import { appError } from '../../kernel/errors.ts';

/** A CA without an escrow key, for which no keys can be kept or recovered. */
export class NoEscrowKeyError extends appError('refused-by-policy', 'key_recovery.no_escrow_key') {
  constructor(ca: string) {
    super(
      `The CA '${ca}' has no key that kept keys are encrypted for. Set keyEncryptKey to the alias of a key for encryption in its crypto token.`,
    );
  }
}

/** A key that is configured as a CA's escrow key but cannot be one. */
export class UnusableEscrowKeyError extends appError('refused-by-policy', 'key_recovery.unusable_escrow_key') {
  /** @param problem - a predicate such as `is for signatures only` */
  constructor(ca: string, alias: string, problem: string) {
    super(`The key '${alias}', which keyEncryptKey of the CA '${ca}' names, ${problem}.`);
  }
}

/** A certificate without a kept key, or whose kept key may not be recovered. */
export class KeyNotAvailableError extends appError('refused-by-policy', 'key_recovery.not_available') {}

/** A certificate without a kept key that the caller may know of. */
export class KeptKeyNotFoundError extends appError('not-found', 'key_recovery.not_found') {
  constructor(ca: string, serialNumber: string) {
    super(`No key is kept for the certificate ${serialNumber} of the CA '${ca}'.`);
  }
}

/** A kept key to be removed that is marked for its end entity. */
export class KeptKeyMarkedError extends appError('conflict', 'key_recovery.marked') {
  constructor(serialNumber: string) {
    super(
      `The key of the certificate ${serialNumber} is marked for recovery. Set the status of its end entity to NEW or GENERATED first.`,
    );
  }
}

/**
 * A kept key that does not belong to its certificate, because the stored data was changed or damaged. The caller can do nothing about it, and
 * gets no details.
 */
export class KeptKeyDamagedError extends appError('unavailable', 'key_recovery.damaged') {
  constructor(serialNumber: string, options?: ErrorOptions) {
    super(
      `The key that is kept for the certificate ${serialNumber} cannot be used: what is stored is damaged, or belongs to another certificate.`,
      options,
    );
  }
}

/** A kept key whose escrow key is not in its crypto token. The caller can do nothing about it; the escrow key may come back. */
export class EscrowKeyMissingError extends appError('unavailable', 'key_recovery.escrow_key_missing') {
  constructor(serialNumber: string, alias: string, options?: ErrorOptions) {
    super(
      `The key that is kept for the certificate ${serialNumber} cannot be decrypted: its escrow key '${alias}' is not in the crypto token, or another key has its alias. Bring the escrow key back from a backup of the crypto token.`,
      options,
    );
  }
}
