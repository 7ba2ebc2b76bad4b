/** Reasons of revocation: the words of the interface and the numbers of RFC 5280 §5.3.1. */

export const REVOCATION_REASONS = {
  NOT_REVOKED: -1,
  UNSPECIFIED: 0,
  KEY_COMPROMISE: 1,
  CA_COMPROMISE: 2,
  AFFILIATION_CHANGED: 3,
  SUPERSEDED: 4,
  CESSATION_OF_OPERATION: 5,
  CERTIFICATE_HOLD: 6,
  REMOVE_FROM_CRL: 8,
  PRIVILEGES_WITHDRAWN: 9,
  AA_COMPROMISE: 10,
} as const;

export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** The reason of a stored number. */
export function revocationReasonOf(code: number): RevocationReason {
  const found = NAMES.get(code);
  if (found === undefined) throw new RangeError(`${code} is no revocation reason`);
  return found;
}

/** Whether `text` is one of the words, case included. */
export function isRevocationReason(text: string): text is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, text);
}

const NAMES = new Map<number, RevocationReason>(
  Object.entries(REVOCATION_REASONS).map(([name, code]) => [code, name as RevocationReason]),
);
