/** Revocation lists for signatures, from the CAs of this installation. */
import type { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { Authorities, CertificateStore, CrlStore } from '../modules/ca/index.ts';
import {
  MAX_EMBEDDED_CRL_OCTETS,
  NoRevocationEvidenceError,
  type RevocationEvidence,
} from '../modules/signing/index.ts';

export interface IssuedRevocationEvidenceDeps {
  readonly authorities: Authorities;
  readonly certificateStore: Pick<CertificateStore, 'findCertificate'>;
  readonly crls: Pick<CrlStore, 'findLatest' | 'read'>;
  readonly clock: Clock;
}

/** Public by its nature: nobody is asked who they are. */
export class IssuedRevocationEvidence implements RevocationEvidence {
  readonly #deps: IssuedRevocationEvidenceDeps;

  constructor(deps: IssuedRevocationEvidenceDeps) {
    this.#deps = deps;
  }

  async crlOf({ issuer, serialNumber }: Certificate): Promise<Uint8Array | undefined> {
    const { authorities, certificateStore, clock, crls } = this.#deps;
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
