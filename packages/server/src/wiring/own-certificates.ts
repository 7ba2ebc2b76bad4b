import { compareBytes, PkiError } from '@sealwright/pki';
import type { CertificateStore, KnownIssuers } from '../modules/ca/index.ts';
import type { OwnCertificates } from '../modules/signing/index.ts';

/** The records of the CAs here, as validators ask for them. What a CA does not know was signed by its key all the same, and is not called good. */
export function ownCertificates(issuers: KnownIssuers, store: CertificateStore): OwnCertificates {
  return {
    async standingOf(certificate, { publicKeyDer }) {
      const named = await issuers.issuers(certificate);
      const isIssuer = (one: (typeof named)[number]) =>
        one.local && one.certificates.some((ca) => compareBytes(ca.publicKeyDer, publicKeyDer) === 0);
      const issuer = named.find(isIssuer);
      if (issuer === undefined) return undefined;
      try {
        const status = await issuers.certificateStatus(issuer.caId, certificate);
        if (status !== 'revoked') return { status };
        const { reason, revokedAt } = (await store.findCertificate(issuer.caId, certificate.serialNumber)) ?? {};
        return {
          status,
          // Of one that only its number is known of, no more may be on record.
          reason: reason === undefined || reason === 'NOT_REVOKED' ? 'UNSPECIFIED' : reason,
          revokedAt: revokedAt ?? certificate.notBefore,
        };
      } catch (error) {
        // A serial number that no CA here would give.
        if (error instanceof PkiError) return { status: 'unknown' };
        throw error;
      }
    },
  };
}
