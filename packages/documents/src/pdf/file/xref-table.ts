/** Position of each object of a file (ISO 32000-1 §7.5.4, §7.5.8). */
import { PdfError } from '../errors.ts';
import type { WorkLeft } from '../syntax/work-left.ts';

export type XrefEntry =
  | { readonly type: 'free' }
  /** An object at an offset of the file. */
  | { readonly type: 'offset'; readonly offset: number; readonly generation: number }
  /** An object within the object stream of the number `stream`. */
  | { readonly type: 'compressed'; readonly stream: number; readonly index: number };

/** Entries by object number, in 13 octets each: a large file has a million of them. */
export class XrefTable {
  readonly #blocks = new Map<number, Block>();
  readonly #work: WorkLeft;
  #highest = 0;

  /** @param work - what the memory of its entries is taken from */
  constructor(work: WorkLeft) {
    this.#work = work;
  }

  /** The highest number that has an entry. */
  get highest(): number {
    return this.#highest;
  }

  get(number: number): XrefEntry | undefined {
    const block = this.#blocks.get(Math.floor(number / BLOCK));
    const at = number % BLOCK;
    const type = block?.types[at] ?? NONE;
    if (block === undefined || type === NONE) return undefined;
    if (type === FREE) return { type: 'free' };
    const [first, second] = [block.first[at]!, block.second[at]!];
    return type === OFFSET
      ? { type: 'offset', offset: first, generation: second }
      : { type: 'compressed', stream: first, index: second };
  }

  /** Puts in an entry for a number that has none: the newest section of a file is read first. */
  add(number: number, entry: XrefEntry): void {
    if (this.#types(number)[number % BLOCK] === NONE) this.set(number, entry);
  }

  /** Puts in an entry, whatever there was before. @throws {@link PdfError} `pdf.too_large` */
  set(number: number, entry: XrefEntry): void {
    const types = this.#types(number);
    const { first, second } = this.#blocks.get(Math.floor(number / BLOCK))!;
    const at = number % BLOCK;
    this.#highest = Math.max(this.#highest, number);
    if (entry.type === 'free') types[at] = FREE;
    else if (entry.type === 'offset') {
      types[at] = OFFSET;
      [first[at], second[at]] = [entry.offset, entry.generation];
    } else {
      types[at] = COMPRESSED;
      [first[at], second[at]] = [entry.stream, entry.index];
    }
  }

  /** The numbers of all objects that there are, in ascending order. */
  *numbers(): Generator<number, void, undefined> {
    const blocks = [...this.#blocks].toSorted(([a], [b]) => a - b);
    for (const [block, { types }] of blocks) {
      for (const [at, type] of types.entries()) if (type === OFFSET || type === COMPRESSED) yield block * BLOCK + at;
    }
  }

  #types(number: number): Uint8Array {
    if (number > MAX_NUMBER)
      throw new PdfError('pdf.too_large', `the object number ${number}; none is above ${MAX_NUMBER}`);
    const index = Math.floor(number / BLOCK);
    let block = this.#blocks.get(index);
    if (block === undefined) {
      this.#work.charge(BLOCK_COST);
      block = { types: new Uint8Array(BLOCK), first: new Float64Array(BLOCK), second: new Uint32Array(BLOCK) };
      this.#blocks.set(index, block);
    }
    return block.types;
  }
}

interface Block {
  readonly types: Uint8Array;
  readonly first: Float64Array;
  readonly second: Uint32Array;
}

/** The highest number that readers take (ISO 32000-1 annex C). */
export const MAX_NUMBER = 8_388_607;
const BLOCK = 256;
/** Numbers far from one another take a block each, outside of what V8 counts as its heap. */
const BLOCK_COST = 0x8000;
const NONE = 0;
const FREE = 1;
const OFFSET = 2;
const COMPRESSED = 3;
