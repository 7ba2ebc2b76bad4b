import { appError } from '../../../kernel/errors.ts';

/** No evidence can be got that the signer's certificate is not revoked. */
export class NoRevocationEvidenceError extends appError('unavailable', 'signing.no_revocation_evidence') {
  constructor(problem: string, options?: ErrorOptions) {
    super(`The evidence of revocation that belongs into the signature is not available: ${problem}`, options);
  }
}
