import type { CertificateAuthority } from '../authorities/index.ts';
import type { CertificateRecord, NoteCrlChange } from '../records/index.ts';

/**
 * What the next delta CRL is told of a change of a certificate's revocation that goes into the same unit; nothing for a CA that issues
 * none.
 *
 * @param before - the certificate as it is before the change
 */
export function crlChangeNotes(
  { id, settings }: CertificateAuthority,
  before: Pick<CertificateRecord, 'id' | 'crlPartition' | 'version'>,
): readonly NoteCrlChange[] {
  if (settings.kind !== 'X509' || settings.crl.deltaLifetimeSeconds === 0) return [];
  const scope = { caId: id, partition: before.crlPartition };
  return [{ op: 'crl-change.note', scope, change: { certificateId: before.id, version: before.version + 1 } }];
}
