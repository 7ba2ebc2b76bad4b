import { appError } from '../../../kernel/errors.ts';

/** A requested extension that the profile allows but that cannot go into a certificate. */
export class RequestedExtensionError extends appError('refused-by-policy', 'ca.requested_extension') {
  /** @param problem - the extension and its defect */
  constructor(problem: string, options?: ErrorOptions) {
    super(`The requested extension ${problem}`, options);
  }
}

/** A name that the name constraints of the CA, or of a CA above it, do not permit: relying parties would refuse the certificate. */
export class NameNotPermittedError extends appError('refused-by-policy', 'ca.name_not_permitted') {
  /** @param problem - the name, the constraint and its CA */
  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`CA '${name}' cannot issue the certificate: ${problem}.`, options);
  }
}
