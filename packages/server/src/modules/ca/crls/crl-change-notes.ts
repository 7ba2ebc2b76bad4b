import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import type { CertificateRecord, InsertUnknownCertificate, NoteCrlChange } from '../records/index.ts';

/**
 * Returns the notes about a change of a certificate's revocation status, to be stored in the same unit. The next delta CRL uses them, and outdated
 * KRLs of SSH CAs are recognized by them. CAs with neither get no notes.
 *
 * @param before - the certificate before the change
 */
export function crlChangeNotes(
  { id, settings }: CertificateAuthority,
  before: Pick<CertificateRecord, 'id' | 'crlPartition' | 'version'>,
): readonly NoteCrlChange[] {
  const hasDeltaCrls = settings.kind === 'X509' && settings.crl.deltaLifetimeSeconds > 0;
  if (!hasDeltaCrls && settings.kind !== 'SSH') return [];
  const scope = { caId: id, partition: before.crlPartition };
  return [{ op: 'crl-change.note', scope, change: { certificateId: before.id, version: before.version + 1 } }];
}

/** Stores a certificate that the database does not hold but the CRLs of its CA have to list, with the note for the next delta CRL. */
export function unknownCertificate(
  authority: CertificateAuthority,
  certificate: Omit<InsertUnknownCertificate, 'op' | 'id' | 'caId' | 'createdMs'>,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): readonly [InsertUnknownCertificate, ...NoteCrlChange[]] {
  const id = ids.next();
  const { crlPartition } = certificate;
  return [
    { op: 'certificate.insert-unknown', id, caId: authority.id, createdMs: clock.nowMs(), ...certificate },
    ...crlChangeNotes(authority, { id, version: 0, crlPartition }),
  ];
}
