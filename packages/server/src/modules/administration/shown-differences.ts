import type { JsonObject } from '../../kernel/canonical-json.ts';
import { shortened } from '../../kernel/text/shortened.ts';
import type { Difference } from '../configuration/index.ts';

/**
 * Differences as an audit record holds them, bounded: a document may have a million characters, and a record is read by people.
 *
 * Secrets are `placeholder` in them already.
 */
export function shownDifferences(differences: readonly Difference[]): JsonObject {
  const shown = differences.slice(0, MAX_SHOWN).map(({ field, before, after }) => ({
    field,
    ...(before === undefined ? {} : { before: bounded(before) }),
    ...(after === undefined ? {} : { after: bounded(after) }),
  }));
  const left = differences.length - shown.length;
  return { differences: shown, ...(left > 0 ? { furtherDifferences: left } : {}) };
}

function bounded(value: NonNullable<Difference['before']> | null): NonNullable<Difference['before']> | null {
  const text = JSON.stringify(value);
  return text.length <= MAX_VALUE ? value : shortened(text, MAX_VALUE);
}

const MAX_SHOWN = 100;
const MAX_VALUE = 1000;
