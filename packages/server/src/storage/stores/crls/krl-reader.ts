import type { EncodedKrl, KrlOutline, Krls } from '../../../modules/ca/index.ts';
import type { ReaderPool } from '../../readers/index.ts';

/** Key revocation lists, read and encoded on a reader thread. */
export class KrlReader implements Krls {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async encode(caId: number, outline: KrlOutline): Promise<EncodedKrl> {
    const { krl, certificates } = await this.#readers.run('krl', { caId, ...outline });
    return { bytes: krl, certificates };
  }
}
