/** Revocation lists for signatures, from the CAs of this installation. */
import type { Certificate } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../kernel/clock.ts';
import type { Authorities, CertificateStore, CrlStore } from '../modules/ca/index.ts';
import { NoRevocationEvidenceError, type RevocationEvidence } from '../modules/signing/index.ts';

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

  async crlOf({ issuer, serialNumber }: Certificate): Promise<Uint8Array> {
    const { authorities, certificateStore, clock, crls } = this.#deps;
    const authority = await authorities.findBySubject(issuer.toString());
    const record = authority && (await certificateStore.findCertificate(authority.id, serialNumber));
    if (record === undefined)
      throw new NoRevocationEvidenceError('no CA here has issued the certificate of the signer');
    const crl = await crls.findLatest({ caId: record.caId, partition: record.crlPartition }, 'base');
    if (crl === undefined) throw new NoRevocationEvidenceError('the CA of the signer has made none');
    if (crl.nextUpdate <= nowSeconds(clock))
      throw new NoRevocationEvidenceError('that of the CA of the signer has ended');
    if (crl.octets > MAX_OCTETS) throw new NoRevocationEvidenceError(`it has more than ${MAX_OCTETS} octets`);
    return Buffer.concat(await Array.fromAsync(crls.read(crl)));
  }
}

/** A signature is held in memory, and everybody who has the document has it. */
const MAX_OCTETS = 1024 * 1024;
