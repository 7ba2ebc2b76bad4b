import type { EndingCertificate, EndingCertificateQuery, EndingCertificates } from '../../../modules/expiry/index.ts';
import type { ReaderPool } from '../../readers/index.ts';

/** Certificates that end soon, looked for on a reader thread. */
export class EndingCertificateReader implements EndingCertificates {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async find(
    query: EndingCertificateQuery,
    take: (certificates: readonly EndingCertificate[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#readers.run('ending-certificates', query, { onChunk: take, signal });
  }
}
