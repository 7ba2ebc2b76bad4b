/** Errors of card verifiable certificates. */
import { appError } from '../../../kernel/errors.ts';

/** A card verifiable certificate that the CA, its profile or the rules of such chains do not allow. */
export class CvCertificateRefusedError extends appError('refused-by-policy', 'ca.cv_certificate_refused') {
  /** @param problem - a sentence that begins in lower case */
  constructor(name: string, holder: string, problem: string) {
    super(`CA '${name}' issues no certificate to ${holder}: ${problem}`);
  }
}

/** A request for a card verifiable certificate that cannot be read, or whose signatures do not verify. */
export class BadCvRequestError extends appError('malformed', 'ca.bad_cv_request') {
  constructor(problem: string, options?: ErrorOptions) {
    super(`The request for a card verifiable certificate is refused: ${problem}`, options);
  }
}

/** A holder reference to which the CA has already issued a certificate. A reference names exactly one key. */
export class HolderReferenceTakenError extends appError('conflict', 'ca.holder_reference_taken') {
  constructor(name: string, holder: string) {
    super(`CA '${name}' has issued a certificate to ${holder} already. A new key takes the next sequence number.`);
  }
}
