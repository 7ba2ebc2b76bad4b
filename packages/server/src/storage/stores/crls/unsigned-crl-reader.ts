import { asDer } from '@sealwright/pki';
import type { CrlChange, CrlOutline, CrlScope, UnsignedCrl, UnsignedCrls } from '../../../modules/ca/index.ts';
import type { ReaderPool, UnsignedCrlInput, UnsignedCrlResult } from '../../readers/index.ts';

/** CRLs that are ready to be signed, read and encoded on a reader thread. */
export class UnsignedCrlReader implements UnsignedCrls {
  readonly #readers: ReaderPool;

  constructor(readers: ReaderPool) {
    this.#readers = readers;
  }

  async base(
    scope: CrlScope,
    outline: CrlOutline,
    { expiredBefore }: { readonly expiredBefore: number },
  ): Promise<UnsignedCrl> {
    return unsigned(await this.#readers.run('base-crl', { ...inputOf(scope, outline), expiredBefore }));
  }

  async delta(scope: CrlScope, outline: CrlOutline): Promise<UnsignedCrl> {
    return unsigned(await this.#readers.run('delta-crl', inputOf(scope, outline)));
  }

  async expired(
    { caId, partition }: CrlScope,
    moment: number,
    take: (ids: readonly number[]) => Promise<void>,
  ): Promise<void> {
    await this.#readers.run('expired-revocations', { caId, partition, moment }, { onChunk: take });
  }
}

function inputOf({ caId, partition }: CrlScope, outline: CrlOutline): UnsignedCrlInput {
  return { caId, partition, outline: { ...outline, signatureAlgorithm: outline.signatureAlgorithm.name } };
}

function unsigned({ octets, places, entries, expired, changes }: UnsignedCrlResult): UnsignedCrl {
  const tbs = places === undefined ? asDer<'TbsCrl'>(octets) : { octets, ...places };
  return { tbs, entries, expired, changes: { [Symbol.iterator]: () => changesOf(changes) } };
}

/** One at a time: there may be a million. */
function* changesOf(pairs: Float64Array): Generator<CrlChange, undefined> {
  for (let at = 0; at < pairs.length; at += 2) yield { certificateId: pairs[at]!, version: pairs[at + 1]! };
}
