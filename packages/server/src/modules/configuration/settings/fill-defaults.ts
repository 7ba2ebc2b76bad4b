import { isJsonObject } from './json.ts';
import { chooseBranch, memberSchema } from './map-members.ts';
import type { SchemaNode } from './schema-members.ts';

/**
 * Copies settings with all defaults filled in, including those in list items, map values and union branches. Members are in the order of the schema,
 * unknown ones at the end.
 */
export function fillDefaults(schema: SchemaNode, value: unknown): unknown {
  if (value === undefined) return 'default' in schema ? fillDefaults(schema, copyOf(schema.default)) : undefined;
  if (schema.anyOf !== undefined) {
    const branch = chooseBranch(schema, value);
    return branch === undefined ? value : fillDefaults(branch, value);
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => fillDefaults(items, item));
  }
  return isJsonObject(value) ? fillMembers(schema, value) : value;
}

/** Copies a default, which would be shared and frozen otherwise. Most are not objects, for which `structuredClone` takes long. */
function copyOf(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}

function fillMembers(schema: SchemaNode, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(value)])) {
    const of = memberSchema(schema, name);
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const member = of === undefined ? given : fillDefaults(of, given);
    if (member !== undefined) filled[name] = member;
  }
  return filled;
}
