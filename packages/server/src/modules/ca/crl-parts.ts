/** The octets of a signed CRL, stored in parts that the event loop and both databases bear. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { newUnitId, type UnitOfWorkStore, type Write } from '../../kernel/unit-of-work.ts';
import { CRL_PART_OCTETS, type CrlRecord, type DeleteCrlPart, type InsertCrlPart } from './crl-record.ts';

export interface CrlPartsDeps {
  readonly store: UnitOfWorkStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** What a CRL's row holds of its octets. */
export type StoredOctets = Pick<CrlRecord, 'octets' | 'sha1' | 'parts' | 'der'>;

/**
 * The parts of one CRL. They are stored before it and in units of their own, because 40 MB in one unit would hold up every other one;
 * until the CRL is stored they are nothing.
 */
export class CrlParts {
  readonly #deps: CrlPartsDeps;
  readonly #crlId: number;
  #stored = 0;

  constructor(deps: CrlPartsDeps, crlId: number) {
    this.#deps = deps;
    this.#crlId = crlId;
  }

  /** Stores the DER, which may come in any pieces, as far as it is too much for the CRL's own row, and gives what goes there. */
  async store(pieces: readonly Uint8Array[]): Promise<StoredOctets> {
    const octets = pieces.reduce((sum, { length }) => sum + length, 0);
    const sha1 = createHash('sha1');
    if (octets <= CRL_PART_OCTETS) {
      const der = slice(pieces, 0, octets);
      return { octets, sha1: sha1.update(der).digest(), parts: 0, der };
    }
    for (let start = 0; start < octets; start += CRL_PART_OCTETS) {
      const der = slice(pieces, start, Math.min(start + CRL_PART_OCTETS, octets));
      sha1.update(der);
      const createdMs = this.#deps.clock.nowMs();
      const part = this.#stored++;
      const write: InsertCrlPart = { op: 'crl-part.insert', crlId: this.#crlId, part, der, createdMs };
      await this.#commit([write]);
      await nextTurn();
    }
    return { octets, sha1: sha1.digest(), parts: this.#stored, der: NOTHING };
  }

  /** Takes away what was stored for a CRL that is not stored after all. */
  async discard(): Promise<void> {
    while (this.#stored > 0) {
      const part = --this.#stored;
      const write: DeleteCrlPart = { op: 'crl-part.delete', crlId: this.#crlId, part };
      await this.#commit([write]);
    }
  }

  /** Without an audit record: the CRL's own unit has it. */
  async #commit(writes: readonly Write[]): Promise<void> {
    const { store, clock, random } = this.#deps;
    await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes });
  }
}

/** The octets from `start` to `end` of all pieces together: a view where one piece has them all, and that is nearly everywhere. */
function slice(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array {
  let before = 0;
  for (const piece of pieces) {
    if (start >= before && end <= before + piece.length) return piece.subarray(start - before, end - before);
    before += piece.length;
  }
  const octets = new Uint8Array(end - start);
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, piece.length);
    if (from < to) octets.set(piece.subarray(from, to), at + from - start);
    at += piece.length;
  }
  return octets;
}

const NOTHING = new Uint8Array();
