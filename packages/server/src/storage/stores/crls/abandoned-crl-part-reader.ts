import type { AbandonedCrlParts, CrlPartKey } from '../../../modules/ca/index.ts';
import type { ReaderPool } from '../../readers/index.ts';

/** Parts that a crash has left, looked for on a reader thread. */
export class AbandonedCrlPartReader implements AbandonedCrlParts {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async find(beforeMs: number, take: (parts: readonly CrlPartKey[]) => Promise<void>): Promise<void> {
    await this.#readers.run('abandoned-crl-parts', { beforeMs }, { onChunk: take });
  }
}
