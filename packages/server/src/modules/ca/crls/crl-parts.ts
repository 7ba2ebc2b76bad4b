/** Octets of a signed CRL, stored in parts small enough for the event loop and both databases. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  CRL_PART_OCTETS,
  type CrlRecord,
  type DeleteCrlPart,
  type InsertCrlPart,
  PENDING,
  storedUnaudited,
  storeUnaudited,
  type UnauditedWritesDeps,
} from '../records/index.ts';

/** Members of a CRL's row that describe its octets. */
export type StoredOctets = Pick<CrlRecord, 'octets' | 'sha1' | 'parts' | 'der'>;

/**
 * The parts of one CRL. They are stored before the CRL and in units of their own, because a unit of 40 MB would hold up all others; until the CRL is
 * stored they have no effect.
 *
 * A separate row, {@link PENDING}, is stored before them. The CRL's unit deletes it, and so does the sweep of parts left by a crash. Only one of the
 * two can succeed, whatever the clocks say.
 */
export class CrlParts {
  readonly #deps: UnauditedWritesDeps;
  readonly #crlId: number;
  #pending = false;
  #stored = 0;

  constructor(deps: UnauditedWritesDeps, crlId: number) {
    this.#deps = deps;
    this.#crlId = crlId;
  }

  /** Stores DER that arrives in pieces of any size, except what fits into the CRL's own row, and returns the members of that row. */
  async store(pieces: readonly Uint8Array[]): Promise<StoredOctets> {
    const octets = pieces.reduce((sum, { length }) => sum + length, 0);
    const sha1 = createHash('sha1');
    if (octets <= CRL_PART_OCTETS) {
      const der = slice(pieces, 0, octets);
      return { octets, sha1: sha1.update(der).digest(), parts: 0, der };
    }
    this.#pending = true;
    await this.#insert(PENDING, NOTHING);
    for (let start = 0; start < octets; start += CRL_PART_OCTETS) {
      const der = slice(pieces, start, Math.min(start + CRL_PART_OCTETS, octets));
      sha1.update(der);
      await this.#insert(this.#stored++, der);
      await nextTurn();
    }
    return { octets, sha1: sha1.digest(), parts: this.#stored, der: NOTHING };
  }

  /** Returns the writes that let the unit of the CRL take over its parts: a conflict if they were swept up. */
  completion(): readonly DeleteCrlPart[] {
    return this.#pending ? [{ op: 'crl-part.delete', crlId: this.#crlId, part: PENDING }] : [];
  }

  /**
   * Removes the parts of a CRL that was not stored. If the outcome of its unit is unknown, the CRL may have been stored: then the pending row is
   * gone, and the parts stay.
   */
  async discard(): Promise<void> {
    if (this.#pending && !(await this.#delete(PENDING))) return;
    this.#pending = false;
    while (this.#stored > 0) await this.#delete(--this.#stored);
  }

  async #insert(part: number, der: Uint8Array): Promise<void> {
    const createdMs = this.#deps.clock.nowMs();
    const write: InsertCrlPart = { op: 'crl-part.insert', crlId: this.#crlId, part, der, createdMs };
    await storeUnaudited([write], this.#deps);
  }

  /** Returns whether the part existed; it may have been swept up. */
  #delete(part: number): Promise<boolean> {
    const write: DeleteCrlPart = { op: 'crl-part.delete', crlId: this.#crlId, part };
    return storedUnaudited([write], this.#deps);
  }
}

/** Returns the octets from `start` to `end` of all pieces together: as a view if one piece contains them all, which is the usual case. */
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
