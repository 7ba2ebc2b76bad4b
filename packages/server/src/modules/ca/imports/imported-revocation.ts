/** Effect of an entry of an imported CRL on a certificate here: a pure function. */
import { CERTIFICATE_STATUS, type CertificateState } from '../records/index.ts';
import type { RevocationOutcome } from '../revocation/index.ts';
import type { UploadedEntry } from './uploaded-crl.ts';

/**
 * Returns the resulting state, or undefined if the entry changes nothing.
 *
 * The CRL is the CA's own statement, so its reason and dates replace those stored here. But a permanent revocation stays permanent, whatever an older
 * CRL says.
 */
export function importedRevocation(
  current: CertificateState,
  { reason, revokedAt, invalidity }: UploadedEntry,
): RevocationOutcome | undefined {
  const revoked = current.status === CERTIFICATE_STATUS.revoked || current.status === CERTIFICATE_STATUS.archived;
  if (reason === 'REMOVE_FROM_CRL') return revoked && current.reason === 'CERTIFICATE_HOLD' ? RELEASED : undefined;
  if (!revoked) return { status: CERTIFICATE_STATUS.revoked, reason, revokedAt, invalidity };
  if (reason === 'CERTIFICATE_HOLD' && current.reason !== 'CERTIFICATE_HOLD') return undefined;
  const outcome = { status: current.status, reason, revokedAt, invalidity: invalidity ?? current.invalidity };
  const same =
    outcome.reason === current.reason &&
    outcome.revokedAt === current.revokedAt &&
    outcome.invalidity === current.invalidity;
  return same ? undefined : outcome;
}

const RELEASED: RevocationOutcome = {
  status: CERTIFICATE_STATUS.active,
  reason: 'NOT_REVOKED',
  revokedAt: undefined,
  invalidity: undefined,
};
