/** Certificates issued as revoked or on hold. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { Actor, AuditEntry } from '../../audit/index.ts';
import type { CertificateAuthority } from '../kinds/index.ts';
import { crlChangeNotes, type RevokedAt } from '../crls/index.ts';
import type { InsertCertificate, RevocationReason } from '../records/index.ts';

/** Parts of the unit that stores such a certificate. */
export interface BornRevoked {
  /** The revoked certificate, and the note for the next delta CRL. */
  readonly writes: readonly Write[];
  readonly entry: AuditEntry;
  /** Input for `CrlUponRevocation`. */
  readonly revoked: RevokedAt;
}

/**
 * Plans the storage of a new certificate as revoked, so that it is never good.
 *
 * @param now - seconds since 1970
 */
export function bornRevoked(
  authority: CertificateAuthority,
  { certificate, ...insert }: InsertCertificate,
  { reason, actor, now }: { readonly reason: RevocationReason; readonly actor: Actor; readonly now: number },
): BornRevoked {
  const { id, crlPartition, serialNumber, username } = certificate;
  const write: InsertCertificate = {
    ...insert,
    certificate: { ...certificate, revocation: { reason, revokedAt: now } },
  };
  return {
    // The row is inserted with version 1.
    writes: [write, ...crlChangeNotes(authority, { id, crlPartition, version: 0 })],
    entry: {
      event: 'CERT_REVOKED',
      outcome: 'SUCCESS',
      actor,
      caId: authority.id,
      serial: serialNumber,
      ...(username === undefined ? {} : { username }),
      details: { reason, previousReason: 'NOT_REVOKED', revokedAt: now, invalidity: null },
    },
    revoked: { authority, partition: crlPartition },
  };
}
