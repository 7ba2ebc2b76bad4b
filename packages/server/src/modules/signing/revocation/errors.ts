import { AppError } from '../../../kernel/errors.ts';

/** What says whether the signer's certificate is revoked cannot be got. */
export class NoRevocationEvidenceError extends AppError {
  override readonly kind = 'unavailable';
  override readonly code = 'signing.no_revocation_evidence';

  constructor(problem: string, options?: ErrorOptions) {
    super(`The evidence of revocation that belongs into the signature is not available: ${problem}`, options);
  }
}
