/** Revocation reasons as the interface names them: those of RFC 5280 §5.3.1, and one for not revoked. */
import { REVOCATION_REASONS as CRL_REASONS, revocationReason } from '@sealwright/pki';

export const REVOCATION_REASONS = { NOT_REVOKED: -1, ...CRL_REASONS } as const;

export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** Returns the reason with a stored number. */
export function revocationReasonOf(code: number): RevocationReason {
  const found = code === REVOCATION_REASONS.NOT_REVOKED ? 'NOT_REVOKED' : revocationReason(code);
  if (found === undefined) throw new RangeError(`${code} is not a revocation reason`);
  return found;
}

/** Tells whether `text` is one of the names, case-sensitively. */
export function isRevocationReason(text: string): text is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, text);
}
