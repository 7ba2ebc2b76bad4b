import type { CrlLintOptions } from '@sealwright/lint';
import { asDer, type Der } from '@sealwright/pki';
import type { CrlLints, LintedCrl } from '../../../modules/ca/index.ts';
import type { ReaderPool } from '../../readers/index.ts';

/** Lint of CRLs on a reader thread. */
export class CrlLintReader implements CrlLints {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async lint(bytes: Der<'TbsCrl'>, options: CrlLintOptions): Promise<LintedCrl> {
    const { byteOffset: start, byteLength } = bytes;
    const end = start + byteLength;
    const { buffer } = bytes;
    if (!(buffer instanceof ArrayBuffer))
      throw new TypeError('a CRL is in shared memory, which no thread can have to itself');
    const input = { octets: new Uint8Array(buffer), start, end, options };
    const { octets, findings } = await this.#readers.run('lint-crl', input, { transfer: [buffer] });
    return { bytes: asDer<'TbsCrl'>(octets.subarray(start, end)), findings };
  }
}
