import { type Certificate, compareBytes, PkiError, type RevocationStatus } from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { CertificateStore, KnownIssuers } from '../../ca/index.ts';

export interface OwnCertificatesDeps {
  readonly certificateStore: Pick<CertificateStore, 'findCertificate'>;
  readonly issuers: Pick<KnownIssuers, 'certificateStatus' | 'issuers'>;
}

/** Certificates that the CAs of this installation have issued, by their records, which their CRLs are made of. */
export class OwnCertificates extends WithDeps<OwnCertificatesDeps> {
  /**
   * Returns the status of a certificate now; undefined when the key of its issuer is not that of a CA here. What a CA does not know was signed
   * by its key all the same, and is not called good.
   *
   * @param issuer - whose key has signed it
   */
  async statusOf(certificate: Certificate, { publicKeyDer }: Certificate): Promise<RevocationStatus | undefined> {
    const { certificateStore, issuers } = this.deps;
    const named = await issuers.issuers(certificate);
    const isIssuer = (one: (typeof named)[number]) =>
      one.local && one.certificates.some((ca) => compareBytes(ca.publicKeyDer, publicKeyDer) === 0);
    const issuer = named.find(isIssuer);
    if (issuer === undefined) return undefined;
    try {
      const status = await issuers.certificateStatus(issuer.caId, certificate);
      if (status !== 'revoked') return { status };
      const { reason, revokedAt } =
        (await certificateStore.findCertificate(issuer.caId, certificate.serialNumber)) ?? {};
      return {
        status,
        // The record of a certificate known by its number only may hold no more.
        reason: reason === undefined || reason === 'NOT_REVOKED' ? 'UNSPECIFIED' : reason,
        revokedAt: revokedAt ?? certificate.notBefore,
      };
    } catch (error) {
      // A serial number that no CA here would give.
      if (error instanceof PkiError) return { status: 'unknown' };
      throw error;
    }
  }
}
