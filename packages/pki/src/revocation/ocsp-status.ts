/** Revocation status of a certificate from an OCSP answer that was verified (RFC 6960 §2.2). */
import type { Certificate } from '../certificate/index.ts';
import { readable } from '../errors.ts';
import { findExtension } from '../extension/index.ts';
import { archiveCutoff, type ReadSingleResponse } from '../ocsp/index.ts';
import type { RevocationStatus } from './crl-revocation.ts';

/**
 * The status of `certificate` by the answer that `checkOcspResponse` has found.
 *
 * Responders may forget certificates that have ended, so that `good` says nothing of those but with an archive cutoff that they fall behind (§4.4.4).
 *
 * @param now - seconds since 1970-01-01T00:00:00Z
 */
export function statusByOcsp(
  { certificateStatus, extensions }: ReadSingleResponse,
  { notAfter }: Certificate,
  now: number,
): RevocationStatus {
  const { status } = certificateStatus;
  if (status === 'revoked')
    return { status, reason: certificateStatus.reason ?? 'UNSPECIFIED', revokedAt: certificateStatus.revokedAt };
  if (status === 'unknown' || notAfter >= now) return { status };
  const cutoff = readable(() => findExtension(extensions, archiveCutoff));
  return { status: cutoff !== undefined && cutoff <= notAfter ? 'good' : 'unknown' };
}
