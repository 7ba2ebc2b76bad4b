import type { Certificate } from '@sealwright/pki';
import type { CertificateHolders } from '../../approvals/index.ts';
import type { CertificateStore } from './certificate-record.ts';

/** Holders of certificates, as the database knows them. */
export class StoredCertificateHolders implements CertificateHolders {
  readonly #certificates: Pick<CertificateStore, 'findCertificate'>;

  constructor(certificates: Pick<CertificateStore, 'findCertificate'>) {
    this.#certificates = certificates;
  }

  async usernameOf(issuerCaId: number, { der, serialNumber }: Certificate): Promise<string | undefined> {
    const found = await this.#certificates.findCertificate(issuerCaId, serialNumber);
    // A key may have signed what its CA knows nothing of, under the serial number of what it does know.
    return found !== undefined && Buffer.compare(found.der, der) === 0 ? found.username : undefined;
  }
}
