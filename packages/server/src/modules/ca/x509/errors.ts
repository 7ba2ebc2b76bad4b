import { AppError } from '../../../kernel/errors.ts';

/** A requested extension that the profile would let in and that cannot go into a certificate. */
export class RequestedExtensionError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.requested_extension';

  /** @param problem - which extension and what is wrong with it */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The requested extension ${problem}`, options);
  }
}

/** A certificate was to have a name that the name constraints of its CA, or of a CA above that, do not allow: nobody would accept it. */
export class NameNotPermittedError extends AppError {
  override readonly kind = 'refused-by-policy';
  override readonly code = 'ca.name_not_permitted';

  /** @param problem - the name, the constraint and the CA that has it */
  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`CA '${name}' cannot issue the certificate: ${problem}.`, options);
  }
}
