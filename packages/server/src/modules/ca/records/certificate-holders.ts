import type { Certificate } from '@sealwright/pki';
import type { CertificateHolders } from '../../approvals/index.ts';
import type { CertificateStore } from './certificate-record.ts';

/** Holders of certificates, looked up in the database. */
export class StoredCertificateHolders implements CertificateHolders {
  readonly #certificates: Pick<CertificateStore, 'findCertificate'>;

  constructor(certificates: Pick<CertificateStore, 'findCertificate'>) {
    this.#certificates = certificates;
  }

  async usernameOf(issuerCaId: number, { der, serialNumber }: Certificate): Promise<string | undefined> {
    const found = await this.#certificates.findCertificate(issuerCaId, serialNumber);
    // A key may have signed a certificate that its CA does not know, with the serial number of one that it knows.
    return found !== undefined && Buffer.compare(found.der, der) === 0 ? found.username : undefined;
  }
}
