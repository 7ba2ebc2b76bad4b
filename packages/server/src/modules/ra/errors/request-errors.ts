/** Requests that cannot be what they are. */
import { AppError } from '../../../kernel/errors.ts';

/** A certificate request that cannot be read, or whose signature does not prove possession of its key. */
export class CertificateRequestError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_certificate_request';

  /** @param problem - what is wrong, completing "certificate_request ..." */
  constructor(problem: string, options?: ErrorOptions) {
    super(`Invalid certificate_request: ${problem}`, options);
  }
}

/** A member of an enrollment that cannot be what it is. */
export class EnrollmentInputError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_input';
}

/** A request without a proof of possession, of a caller who may not answer for it. */
export class PossessionNotProvenError extends AppError {
  override readonly kind = 'forbidden';
  override readonly code = 'ra.possession_not_proven';

  constructor(username: string) {
    super(
      `The certificate_request does not prove that its sender holds the private key, and the caller may not answer for it without the right to edit the end entity '${username}'. Send a request that is signed with the key.`,
    );
  }
}

/** A format of the answer that is unknown, or that does not fit. */
export class FinalizeFormatError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'ra.bad_format';
}
