import type { CrlScope, RevokedCertificates } from '../modules/ca/index.ts';
import type { ReaderPool } from './readers/reader-pool.ts';

/** The revoked certificates of a CA, read and encoded on a reader thread. */
export class RevokedCertificateReader implements RevokedCertificates {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async revokedEntries({ caId, partition }: CrlScope, expiredBefore: number): Promise<readonly Uint8Array[]> {
    const chunks: Uint8Array[] = [];
    await this.#readers.run(
      'revoked-certificates',
      { caId, partition, notAfterFrom: expiredBefore === 0 ? undefined : expiredBefore, changedFromMs: undefined },
      { onChunk: (chunk) => chunks.push(chunk) },
    );
    return chunks;
  }
}
