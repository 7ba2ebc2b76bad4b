import type { Certificate } from '@sealwright/pki';
import type { HoldScope, UploadedCrl, UploadedCrls, UploadedEntry, UploadedOctets } from '../../../modules/ca/index.ts';
import type { ReaderPool } from '../../readers/index.ts';

/** CRLs that were made elsewhere, read on a reader thread. */
export class UploadedCrlReader implements UploadedCrls {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async inspect(octets: UploadedOctets, { subject, publicKey }: Certificate): Promise<UploadedCrl> {
    return this.#readers.run('inspect-crl', { octets, issuer: subject.der, publicKey: publicKey.der });
  }

  async differences(
    caId: number,
    octets: UploadedOctets,
    options: { readonly unknown: boolean; readonly releases: HoldScope | undefined },
    take: (entries: readonly UploadedEntry[]) => Promise<void>,
  ): Promise<void> {
    await this.#readers.run('crl-differences', { caId, octets, ...options }, { onChunk: take });
  }
}
