import type { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { Authorities, CertificateStore, CrlStore } from '../../ca/index.ts';
import { NoRevocationEvidenceError } from './errors.ts';

export interface OwnCrlsDeps {
  readonly authorities: Authorities;
  readonly certificateStore: Pick<CertificateStore, 'findCertificate'>;
  readonly crls: Pick<CrlStore, 'findLatest' | 'read'>;
  readonly clock: Clock;
}

/** CRLs of the CAs of this installation, for signatures. They are public, so that nobody is asked who they are. */
export class OwnCrls extends WithDeps<OwnCrlsDeps> {
  /**
   * Returns the newest CRL that a certificate would be on, in DER; undefined when no CA of this installation has issued it. It may still list
   * one that was released from hold since.
   *
   * @throws {@link NoRevocationEvidenceError} when the certificate is revoked by now, and when the CRL is missing, has ended, or is larger than
   *   what goes into a signature
   */
  async crlOf({ issuer, serialNumber }: Certificate): Promise<Uint8Array | undefined> {
    const { authorities, certificateStore, clock, crls } = this.deps;
    const authority = await authorities.findBySubject(issuer.toString());
    const record = authority && (await certificateStore.findCertificate(authority.id, serialNumber));
    if (record === undefined) return undefined;
    // Its next list will have it.
    if (record.revokedAt !== undefined) throw new NoRevocationEvidenceError('the certificate of the signer is revoked');
    const crl = await crls.findLatest({ caId: record.caId, partition: record.crlPartition }, 'base');
    if (crl === undefined) throw new NoRevocationEvidenceError('the CA of the signer has made none');
    if (crl.nextUpdate <= nowSeconds(clock))
      throw new NoRevocationEvidenceError('that of the CA of the signer has ended');
    if (crl.octets > MAX_EMBEDDED_CRL_OCTETS)
      throw new NoRevocationEvidenceError(`it has more than ${MAX_EMBEDDED_CRL_OCTETS} octets`);
    return Buffer.concat(await Array.fromAsync(crls.read(crl)));
  }
}

/** Limit on a CRL in a signature: it is held in memory, and is part of every copy of the document. */
export const MAX_EMBEDDED_CRL_OCTETS: number = 1024 * 1024;
