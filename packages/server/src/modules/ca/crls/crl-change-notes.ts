import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { CertificateAuthority } from '../authorities/index.ts';
import type { CertificateRecord, InsertUnknownCertificate, NoteCrlChange } from '../records/index.ts';

/**
 * Returns the notes of a change of a certificate's revocation that go into the same unit: for the next delta CRL, and by which key revocation lists of SSH CAs are
 * known to be old. None for a CA that has neither.
 *
 * @param before - the certificate as it is before the change
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

/** Stores a certificate that the database does not hold and that the CRLs of its CA are to list, with the note for the next delta CRL. */
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
