/** Answer of a validation service about a certificate, and the line in which it is written. */
import { REVOCATION_REASONS, type RevocationReason } from '@sealwright/pki';
import type { CertificatePurpose } from './certificate-purposes.ts';

export type ValidationStatus =
  | 'VALID'
  | 'REVOKED'
  | 'NOTYETVALID'
  | 'EXPIRED'
  /** the path or its revocation cannot be verified */
  | 'DONTVERIFY'
  | 'CAREVOKED'
  | 'CANOTYETVALID'
  | 'CAEXPIRED'
  | 'BADCERTPURPOSE'
  | 'ISSUERNOTSUPPORTED';

export interface Validation {
  readonly status: ValidationStatus;
  readonly message: string;
  /** Revocation of the certificate, or of the CA that is revoked. */
  readonly revoked?: {
    readonly reason: RevocationReason;
    /** Seconds since 1970-01-01T00:00:00Z. */
    readonly revokedAt: number;
  };
}

/**
 * The status, the purposes that were asked for and are right, a message, the number of the reason (RFC 5280 §5.3.1) and the time of
 * revocation in milliseconds, with `;` between: `VALID;;This certificate is valid;-1;`.
 */
export function formatValidation(
  { status, message, revoked }: Validation,
  purposes: readonly CertificatePurpose[],
): string {
  const reason = revoked === undefined ? -1 : REVOCATION_REASONS[revoked.reason];
  const time = revoked === undefined ? '' : revoked.revokedAt * 1000;
  return [status, purposes.join(','), oneField(message), reason, time].join(';');
}

/** Tells whether a line is that of a valid certificate. */
export function saysValid(line: string): boolean {
  return line.startsWith('VALID;');
}

/** Names in messages come from certificates, and are not to make further fields. */
function oneField(message: string): string {
  return message.replaceAll(/[;\p{Cc}\u2028\u2029]/gu, ' ');
}
