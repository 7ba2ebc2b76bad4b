/** Secrets that variables of the environment give. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type AnyDocumentType, mapMembers } from '../../configuration/index.ts';

/** Lists the secret settings whose whole text is a variable. */
export function secretsOfVariables({ schema }: AnyDocumentType, settings: JsonObject): ReadonlySet<string> {
  const fields = new Set<string>();
  mapMembers(schema, settings, {
    reference: (value: unknown) => value,
    path: (text: string) => text,
    secret(value, field) {
      if (typeof value === 'string' && /^\$\{\w+\}$/.test(value)) fields.add(field);
      return value;
    },
  });
  return fields;
}
