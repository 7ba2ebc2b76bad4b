/** Errors of invalid requests. */
import { appError } from '../../../kernel/errors.ts';

/** A certificate request that cannot be read, or whose signature does not prove possession of its key. */
export class CertificateRequestError extends appError('malformed', 'ra.bad_certificate_request') {
  /** @param problem - completes "certificate_request ..." */
  constructor(problem: string, options?: ErrorOptions) {
    super(`Invalid certificate_request: ${problem}`, options);
  }
}

/** An invalid member of an enrollment. */
export class EnrollmentInputError extends appError('malformed', 'ra.bad_input') {}

/** A request without a proof of possession, from a caller who may not vouch for it. */
export class PossessionNotProvenError extends appError('forbidden', 'ra.possession_not_proven') {
  constructor(username: string) {
    super(
      `The certificate_request does not prove that its sender holds the private key, and the caller may not answer for it without the right to edit the end entity '${username}'. Send a request that is signed with the key.`,
    );
  }
}

/** An answer format that is unknown or unsuitable. */
export class FinalizeFormatError extends appError('malformed', 'ra.bad_format') {}
