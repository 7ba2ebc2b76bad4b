/**
 * Regular expressions given by an administrator, which run on input of others.
 *
 * The JavaScript engine backtracks: some patterns take years on forty characters. This one follows all alternatives at once, in time proportional to
 * pattern times text. It supports the syntax that validation needs: literals, `.`, classes with ranges, `\d \w \s` and their opposites, groups,
 * alternatives, `* + ? {n} {n,} {n,m}`. It does not support back references, look-around and inner anchors. The whole text has to match, so `^` and
 * `$` around the pattern have no effect.
 */
import { BadPatternError } from '../common/index.ts';
import { type Accepts, type PatternNode, readPattern } from './pattern-reader.ts';

/** A compiled pattern. */
export class LinearPattern {
  readonly source: string;
  readonly #states: State[] = [];
  readonly #start: number;
  #built = 0;

  /** Compiles a pattern. @throws {@link BadPatternError} if it is invalid, uses unsupported syntax, or is too large */
  constructor(source: string) {
    this.source = source;
    const end = this.#add({ kind: 'end' });
    this.#start = this.#build(readPattern(source), end);
  }

  /** Tells whether the whole `text` matches. */
  matches(text: string): boolean {
    let current = new Set<number>();
    this.#enter(this.#start, current);
    for (const character of text) {
      if (current.size === 0) return false;
      const point = character.codePointAt(0)!;
      const following = new Set<number>();
      for (const index of current) {
        const state = this.#states[index]!;
        if (state.kind === 'one' && state.accepts(point)) this.#enter(state.next, following);
      }
      current = following;
    }
    return [...current].some((index) => this.#states[index]!.kind === 'end');
  }

  /** Adds a state, and all states reached from it without a character. */
  #enter(start: number, into: Set<number>): void {
    const waiting = [start];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (into.has(index)) continue;
      into.add(index);
      const state = this.#states[index]!;
      if (state.kind === 'fork') waiting.push(...state.next);
    }
  }

  /** Builds the states for `node` that lead to the state `next`, and returns the first of them. */
  #build(node: PatternNode, next: number): number {
    // Empty groups add no states, but can still be repeated too often.
    if (++this.#built > MAX_BUILT) throw new BadPatternError('repeats too much');
    if (node.kind === 'one') return this.#add({ kind: 'one', accepts: node.accepts, next });
    if (node.kind === 'repeat') return this.#repeat(node.part, node.least, node.most, next);
    if (node.kind === 'either') {
      return this.#add({ kind: 'fork', next: node.parts.map((part) => this.#build(part, next)) });
    }
    return node.parts.reduceRight((following, part) => this.#build(part, following), next);
  }

  #repeat(part: PatternNode, least: number, most: number, next: number): number {
    let start = next;
    if (most === Infinity) {
      const ways = [next];
      start = this.#add({ kind: 'fork', next: ways });
      ways.push(this.#build(part, start));
    } else {
      for (let optional = least; optional < most; optional++) {
        start = this.#add({ kind: 'fork', next: [this.#build(part, start), next] });
      }
    }
    for (let times = 0; times < least; times++) start = this.#build(part, start);
    return start;
  }

  #add(state: State): number {
    if (this.#states.length === MAX_STATES) throw new BadPatternError('repeats too much');
    return this.#states.push(state) - 1;
  }
}

type State =
  | { readonly kind: 'one'; readonly accepts: Accepts; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'end' };

const MAX_STATES = 5000;
const MAX_BUILT = 20_000;
