/** Values of settings as items show them. */
import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import {
  chooseBranch,
  isJsonObject,
  KEY_PATHS,
  LABELS,
  memberSchema,
  type SchemaNode,
} from '../../configuration/index.ts';
import type { DumpObject, DumpValue } from './dump-table.ts';
import type { KeyOfSetting, Layout } from './layout.ts';

/** The layout of the objects within settings, and whether a key is written. */
export interface ValueWriter {
  layout(schema: SchemaNode, path: string): Layout;
  leavesOut(key: KeyOfSetting, value: JsonValue, beside: JsonObject): boolean;
}

/** Writes the value of a setting. */
export function writeSetting(writer: ValueWriter, { rule, schema, path }: KeyOfSetting, value: JsonValue): DumpValue {
  const styled = rule.style?.toDump?.(value);
  return styled === undefined ? writeValue(writer, schema, value, path) : styled;
}

/** Writes a value as its schema has it: labels for words of a choice, keys by layout in objects, everything else as it is. */
function writeValue(writer: ValueWriter, schema: SchemaNode, value: JsonValue, path: string): DumpValue {
  if (schema.anyOf !== undefined) {
    const branch = chooseBranch(schema, value);
    return branch === undefined ? value : writeValue(writer, branch, value, path);
  }
  const labels = schema[LABELS];
  if (labels !== undefined && typeof value === 'string') return Object.hasOwn(labels, value) ? labels[value]! : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => writeValue(writer, items, item, path));
  }
  return isJsonObject(value) ? writeObject(writer, schema, value, path) : value;
}

function writeObject(writer: ValueWriter, schema: SchemaNode, value: JsonObject, path: string): DumpObject {
  if (schema.properties === undefined) return writeMap(writer, schema, value, path);
  const written: Record<string, DumpValue> = {};
  for (const key of writer.layout(schema, path).keys) {
    const member = Object.hasOwn(value, key.name) ? value[key.name] : undefined;
    if (member === undefined || writer.leavesOut(key, member, value)) continue;
    written[key.rule.labelBeside?.(value) ?? key.label] = writeSetting(writer, key, member);
  }
  return written;
}

/** Writes a map, whose keys are data. Rules by path have no order of their own, so they are sorted. */
function writeMap(writer: ValueWriter, schema: SchemaNode, value: JsonObject, path: string): DumpObject {
  const names = schema[KEY_PATHS] === undefined ? Object.keys(value) : Object.keys(value).toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const of = memberSchema(schema, name);
      return [name, of === undefined ? value[name]! : writeValue(writer, of, value[name]!, path)];
    }),
  );
}
