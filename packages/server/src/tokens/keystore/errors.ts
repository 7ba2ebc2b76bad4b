import { appError } from '../../kernel/errors.ts';

/** A keystore is in no directory that the operator has allowed. Whether there is such a file is not looked at, and not told. */
export class KeystoreNotAllowedError extends appError('refused-by-policy', 'crypto_token.keystore_not_allowed') {
  constructor(path: string) {
    super(`The keystore '${path}' is in none of the directories that this server may read (--keystore-directory).`);
  }
}

/** A keystore cannot be read, or is not one. */
export class UnreadableKeystoreError extends appError('unavailable', 'crypto_token.unreadable_keystore') {
  constructor(problem: string, options?: ErrorOptions) {
    super(`The keystore cannot be read: ${problem}.`, options);
  }
}

/** Returns whether a keystore, or what is configured of it, is at fault. */
export function isKeystoreTrouble(error: unknown): boolean {
  return error instanceof KeystoreNotAllowedError || error instanceof UnreadableKeystoreError;
}
