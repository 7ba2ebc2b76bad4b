import { type AnyDocumentType, isJsonObject, mapMembers } from '../../configuration/index.ts';
import type { JsonObject } from '../../../kernel/canonical-json.ts';

/** A document that is named and does not exist. */
export interface MissingDocument {
  readonly type: string;
  readonly name: string;
}

/**
 * Leaves out of settings in the outer form what names documents that do not exist: a member gets its default, an item of a list goes, a rule
 * on a path goes.
 */
export function withoutMissing(
  { schema }: AnyDocumentType,
  settings: JsonObject,
  missing: readonly MissingDocument[],
): JsonObject {
  const isMissing = (type: string, name: unknown) => missing.some((one) => one.type === type && one.name === name);
  const marked = mapMembers(schema, settings, {
    reference: (value, { type }) => (isMissing(type, value) ? LEFT_OUT : value),
    secret: (value) => value,
    path(text, templates) {
      const gone = templates.some(
        ({ prefix, type }) => text.startsWith(prefix) && isMissing(type, text.slice(prefix.length).replace(/\/$/, '')),
      );
      return gone ? LEFT_OUT : text;
    },
  });
  return withoutMarks(marked) as JsonObject;
}

/** Empties secrets that are to be kept, of documents that have none. */
export function withoutKeptSecrets({ schema }: AnyDocumentType, settings: JsonObject): JsonObject {
  return mapMembers(schema, settings, {
    reference: (value) => value,
    secret: () => '',
    path: (text) => text,
  }) as JsonObject;
}

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== LEFT_OUT).map(withoutMarks);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name, member]) => name !== LEFT_OUT && (member as unknown) !== LEFT_OUT);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMarks(member)]));
}

/** No text from outside: NUL is refused in all of them. */
const LEFT_OUT = '\0left out';
