/** Secrets that variables of the environment give, and that are stored already: they are kept, so that a repeated import changes nothing. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import {
  type AnyDocument,
  type AnyDocumentType,
  mapMembers,
  Secret,
  SECRET_PLACEHOLDER,
} from '../../configuration/index.ts';

/** Lists the secret settings whose whole text is a variable. A secret that the caller has written is not among them: nobody may try secrets by it. */
export function secretsOfVariables({ schema }: AnyDocumentType, settings: JsonObject): ReadonlySet<string> {
  const fields = new Set<string>();
  mapMembers(schema, settings, {
    ...same,
    secret(value, field) {
      if (typeof value === 'string' && /^\$\{\w+\}$/.test(value)) fields.add(field);
      return value;
    },
  });
  return fields;
}

/** Puts the word that keeps a secret in place of those that are stored already. */
export function keepingSecrets(
  { schema }: AnyDocumentType,
  settings: JsonObject,
  fields: ReadonlySet<string>,
  existing: AnyDocument,
): JsonObject {
  if (fields.size === 0) return settings;
  const stored = new Map<string, Secret>();
  mapMembers(schema, existing.settings, {
    ...same,
    secret(value, field) {
      if (value instanceof Secret && !value.isEmpty) stored.set(field, value);
      return value;
    },
  });
  return mapMembers(schema, settings, {
    ...same,
    secret(value, field) {
      const before = fields.has(field) ? stored.get(field) : undefined;
      return before !== undefined && typeof value === 'string' && isSame(before.reveal(), value)
        ? SECRET_PLACEHOLDER
        : value;
    },
  }) as JsonObject;
}

function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}

const same = {
  reference: (value: unknown) => value,
  path: (text: string) => text,
};
