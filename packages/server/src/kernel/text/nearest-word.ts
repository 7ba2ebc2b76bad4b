/** Known words prepared for many questions: each is folded once. */
export class KnownWords {
  readonly folded: readonly (readonly [word: string, folded: string])[];

  constructor(words: Iterable<string>) {
    this.folded = [...words].filter(({ length }) => length <= MAX_LENGTH).map((word) => [word, folded(word)]);
  }
}

/**
 * Returns the one of `known` that was probably meant by `word`, for a message's *did you mean*; undefined when none is near.
 *
 * Letter case and separators do not count (`key_spec` is `keySpec`). Otherwise a third of the characters may be wrong, left out, added or
 * swapped with their neighbour. The first of several that are equally near wins.
 */
export function nearestWord(word: string, known: Iterable<string> | KnownWords): string | undefined {
  // No name is as long, and the work grows with the square of the length.
  if (word.length > MAX_LENGTH) return undefined;
  const meant = folded(word);
  let nearest: string | undefined;
  let least = Math.floor(meant.length / 3) + 1;
  const candidates = known instanceof KnownWords ? known : new KnownWords(known);
  for (const [candidate, text] of candidates.folded) {
    if (candidate === word) continue;
    const distance = editDistance(meant, text, least);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** `(did you mean 'keySpec'?)` behind a blank, or nothing when no known word is near. */
export function didYouMean(word: string, known: Iterable<string> | KnownWords): string {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : ` (did you mean '${nearest}'?)`;
}

function folded(word: string): string {
  return word.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/**
 * Counts the edits that make one text of the other: one character more, less or another one, or two neighbours swapped (the optimal string
 * alignment distance).
 *
 * @returns at least `limit` when it is not below it
 */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let least = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped && row > 1) least = Math.min(least, beforeLast[column - 2]! + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length]!;
}

const MAX_LENGTH = 64;
