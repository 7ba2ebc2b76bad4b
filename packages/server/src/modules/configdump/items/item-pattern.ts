/** Choice of items by `include` and `exclude`: `CA:*`, `*:Example`, `CA`. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { ItemPatternError } from '../errors.ts';
import type { DumpType, DumpTypes } from './dump-types.ts';

/** The parameters of an export. Every value may hold several entries, with `;` between them. */
export interface ItemChoice {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The items that are chosen. The first that holds decides: includes for its type, includes for any type, excludes for its type or any type;
 * what is left is chosen.
 */
export interface ChosenItems {
  has(type: DumpType, name: string): boolean;
  /** Tells whether an item of the type can be chosen, whatever its name. */
  mayHave(type: DumpType): boolean;
}

/** Reads the choice. @throws {@link ItemPatternError} */
export function chosenItems({ include, exclude }: ItemChoice, types: DumpTypes): ChosenItems {
  const includes = patterns('include', include, types);
  const excludes = patterns('exclude', exclude, types);
  const decidingIncludes = (type: DumpType) =>
    [type, ANY_TYPE]
      .map((scope) => includes.filter((pattern) => pattern.type === scope))
      .find((found) => found.length > 0);
  const excludesOf = (type: DumpType) =>
    excludes.filter((pattern) => pattern.type === type || pattern.type === ANY_TYPE);
  return {
    has: (type, name) =>
      decidingIncludes(type)?.some(({ matches }) => matches(name)) ??
      !excludesOf(type).some(({ matches }) => matches(name)),
    mayHave: (type) => decidingIncludes(type) !== undefined || !excludesOf(type).some(({ isAll }) => isAll),
  };
}

interface ItemPattern {
  readonly type: DumpType | typeof ANY_TYPE;
  readonly matches: (name: string) => boolean;
  /** True when it matches every name. */
  readonly isAll: boolean;
}

function patterns(parameter: string, values: readonly string[], types: DumpTypes): readonly ItemPattern[] {
  const entries = values.flatMap((value) => value.split(';')).map((entry) => entry.trim());
  const given = [...new Set(entries)].filter((entry) => entry !== '');
  if (given.length > MAX_ENTRIES) {
    throw new ItemPatternError(`${parameter} has ${given.length} entries; ${MAX_ENTRIES} are allowed`);
  }
  return given.map((entry) => patternOf(parameter, entry, types));
}

function patternOf(parameter: string, entry: string, types: DumpTypes): ItemPattern {
  if (entry.length > MAX_LENGTH) {
    throw new ItemPatternError(`an entry of ${parameter} has ${entry.length} characters; ${MAX_LENGTH} are allowed`);
  }
  const colon = entry.indexOf(':');
  const word = (colon < 0 ? entry : entry.slice(0, colon)).trim();
  const name = colon < 0 ? '*' : entry.slice(colon + 1).trim();
  const type = word === '*' && colon >= 0 ? ANY_TYPE : types.find(word);
  if (word === '' || type === undefined || name === '')
    throw new ItemPatternError(fault(parameter, entry, word, types));
  return { type, matches: matcher(name), isAll: /^\*+$/.test(name) };
}

function fault(parameter: string, entry: string, word: string, types: DumpTypes): string {
  const tokens = types.all.map(({ token }) => token);
  const known = types.find(word) !== undefined || word === '*';
  const reason = known
    ? 'names no item'
    : word === ''
      ? 'has no type'
      : `has the type '${word}', which does not exist${didYouMean(word, tokens)}`;
  return `the entry '${entry}' of ${parameter} ${reason}; CA:*, CERTPROFILE:Web* and *:Example are entries. Types are ${tokens.join(', ')}`;
}

/** Matches a whole name in any case; `*` stands for any text, everything else for itself. Takes time linear in the length of the name for each `*`. */
function matcher(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = folded(pattern).split('*');
  const last = rest.pop();
  return (given) => {
    const name = folded(given);
    if (last === undefined) return name === first;
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0 || found + part.length > name.length - last.length) return false;
      at = found + part.length;
    }
    return true;
  };
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

const ANY_TYPE = '*';
const MAX_ENTRIES = 1000;
const MAX_LENGTH = 512;
