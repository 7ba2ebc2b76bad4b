import { appError } from '../../../kernel/errors.ts';

/** A keystore from which a CA cannot be imported. The message never contains a password. */
export class CaKeystoreError extends appError('malformed', 'ca.keystore_unusable') {
  /** @param problem - completes "The keystore cannot be used:" */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The keystore cannot be used: ${problem}.`, options);
  }
}
