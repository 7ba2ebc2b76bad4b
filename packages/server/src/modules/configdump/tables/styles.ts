/** Ways to write values that tables share. */
import { keyPurposeLabel, keyPurposeName } from '../../profiles/index.ts';
import type { JsonValue } from '../../../kernel/canonical-json.ts';
import type { ValueStyle } from '../codec/index.ts';

/** A word for one value. */
export function wordFor(word: string, meaning: JsonValue): ValueStyle {
  return {
    toDump: (value) => (JSON.stringify(value) === JSON.stringify(meaning) ? word : undefined),
    fromDump: (value) =>
      typeof value === 'string' && value.toLowerCase() === word.toLowerCase() ? meaning : undefined,
  };
}

/** Purposes of keys by their labels; one without a label by its object identifier. All words for them are read, as the purpose's own name. */
export const keyPurposes: ValueStyle = {
  toDump: (value) => (Array.isArray(value) ? value.map((word) => keyPurposeLabel(word as string)) : undefined),
  fromDump: (value) => {
    // A single purpose need not be a list.
    const words = typeof value === 'string' && value !== '' ? [value] : value;
    return Array.isArray(words) && words.every((word) => typeof word === 'string')
      ? words.map(keyPurposeName)
      : undefined;
  },
};

/** A list that is written as a text where it has one item, such as `Default CRL Distribution Point`. */
export const oneOrMore: ValueStyle = {
  toDump: (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as string) : undefined),
};

/** A list that is empty where the dump has null. */
export const nullForNone: ValueStyle = { fromDump: (value) => (value === null ? [] : undefined) };

/** A list of words for a choice of sets: `[DG3, DG4]` for `DG3_DG4`. */
export function wordsOfSet(sets: Readonly<Record<string, readonly string[]>>): ValueStyle {
  return {
    toDump: (value) => (typeof value === 'string' ? sets[value] : undefined),
    fromDump: (value) => {
      if (value === null) return keyOf(sets, []);
      return Array.isArray(value) ? keyOf(sets, value.map(String)) : undefined;
    },
  };
}

function keyOf(sets: Readonly<Record<string, readonly string[]>>, words: readonly string[]): string | undefined {
  const meant = new Set(words.map((word) => word.toUpperCase()));
  return Object.keys(sets).find((key) => new Set(sets[key]).symmetricDifference(meant).size === 0);
}
