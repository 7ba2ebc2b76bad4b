/** Values of items as settings. People and other programs write them, so more forms are read than are written. */
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import {
  isJsonObject,
  LABELS,
  memberSchema,
  REFERENCE,
  type SchemaNode,
  SECRET,
  SECRET_PLACEHOLDER,
} from '../../configuration/index.ts';
import type { DumpObject, DumpRemark, DumpValue } from './dump-table.ts';
import { foldedLabel } from './labels.ts';
import { type KeyOfSetting, type Layout, placeOf } from './layout.ts';

/** The layout of the objects within settings, and where remarks go. */
export interface ValueReader {
  layout(schema: SchemaNode, path: string): Layout;
  readonly warnings: DumpRemark[];
  readonly problems: DumpRemark[];
  /** Number of keys that were not understood. */
  unknown: number;
}

/** Counts a key that is not understood; false when it is one too many, which refuses the item and is said once. */
export function countUnknown(reader: ValueReader): boolean {
  reader.unknown += 1;
  if (reader.unknown <= MOST_UNKNOWN) return true;
  if (reader.unknown === MOST_UNKNOWN + 1) {
    const message = `has more than ${MOST_UNKNOWN} keys that are not understood; leave out what is not configuration`;
    reader.problems.push({ key: '', message });
  }
  return false;
}

/** Keeps remarks to a number that people read; the last one counts the others. */
export function bounded(remarks: readonly DumpRemark[]): readonly DumpRemark[] {
  if (remarks.length <= MOST_PROBLEMS) return remarks;
  const further = { key: '', message: `has ${remarks.length - MOST_PROBLEMS} further problems` };
  return [...remarks.slice(0, MOST_PROBLEMS), further];
}

const MOST_UNKNOWN = 1000;
const MOST_PROBLEMS = 100;

/** Reads the value of a setting; undefined when there is none, which means the default. What cannot be read is reported. */
function readSetting(reader: ValueReader, key: KeyOfSetting, value: DumpValue, at: string): JsonValue | undefined {
  const { rule, schema, path } = key;
  const { words = {}, style } = rule;
  if (typeof value !== 'object' && Object.hasOwn(words, String(value))) return words[String(value)];
  const read = style?.fromDump?.(value);
  return read === undefined ? readValue(reader, schema, value, path, at) : read;
}

function readValue(
  reader: ValueReader,
  schema: SchemaNode,
  value: DumpValue,
  path: string,
  at: string,
): JsonValue | undefined {
  if (isAnything(schema)) return value;
  if (schema.anyOf !== undefined) return readUnion(reader, schema.anyOf, value, path, at);
  // `null` stands for nothing in a dump.
  if (value === null) return schema.type === 'null' ? null : emptyOf(schema);
  const labels = schema[LABELS];
  if (labels !== undefined) return readChoice(reader, labels, value, at);
  if (schema.type === 'array') return readList(reader, schema, value, path, at);
  if (schema.type === 'object') return readObject(reader, schema, value, path, at);
  const read = readPlain(schema, value);
  if (read === undefined) {
    // Whatever stands where a secret belongs may be one.
    const isHidden = schema[SECRET] !== undefined && typeof value !== 'object';
    const shown = isHidden ? SECRET_PLACEHOLDER : value;
    refuse(reader, at, shown, `has to be ${PLAIN[schema.type ?? ''] ?? 'something else'}`);
  }
  return read;
}

/** Tells whether a schema takes any value. */
function isAnything({ type, anyOf, enum: words, ...schema }: SchemaNode): boolean {
  return type === undefined && anyOf === undefined && words === undefined && schema[REFERENCE] === undefined;
}

/** Returns what `null` comes to: an empty value where there is one, or nothing at all. */
function emptyOf({ type, minLength }: SchemaNode): JsonValue | undefined {
  if (type === 'array') return [];
  if (type === 'object') return {};
  return type === 'string' && (minLength ?? 0) === 0 ? '' : undefined;
}

function readUnion(
  reader: ValueReader,
  branches: readonly SchemaNode[],
  value: DumpValue,
  path: string,
  at: string,
): JsonValue | undefined {
  if (value === null && branches.some(({ type }) => type === 'null')) return null;
  const others = branches.filter(({ type }) => type !== 'null');
  // An empty text stands for null where a text is something else.
  if (value === '' && others.length < branches.length) return null;
  const fitting = others.find(({ type }) => type === typeOf(value)) ?? others[0]!;
  return readValue(reader, fitting, value, path, at);
}

/** Reads a word of a choice by its label or its name, in any case. */
function readChoice(
  reader: ValueReader,
  labels: Readonly<Record<string, string>>,
  value: DumpValue,
  at: string,
): string | undefined {
  const word = typeof value === 'object' ? '' : String(value);
  const meant = foldedLabel(word);
  const found = Object.entries(labels).find((pair) => pair.some((word) => foldedLabel(word) === meant));
  if (found !== undefined) return found[0];
  const words = Object.values(labels);
  refuse(reader, at, value, `has to be one of ${words.join(', ')}${didYouMean(word, words)}`);
  return undefined;
}

/** Reads a list. A single value is a list of one, and an empty text one of none. */
function readList(
  reader: ValueReader,
  { items = {} }: SchemaNode,
  value: DumpValue,
  path: string,
  at: string,
): JsonValue {
  const given = Array.isArray(value) ? (value as readonly DumpValue[]) : value === '' ? [] : [value];
  return given.flatMap((item, index) => {
    const read = readValue(reader, items, item, path, `${at}[${index}]`);
    return read === undefined ? [] : [read];
  });
}

function readObject(
  reader: ValueReader,
  schema: SchemaNode,
  value: DumpValue,
  path: string,
  at: string,
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    if (value === '' || (Array.isArray(value) && value.length === 0)) return {};
    refuse(reader, at, value, 'has to be a map of keys and values');
    return undefined;
  }
  if (schema.properties === undefined) return readMap(reader, schema, value, path, at);
  const { byLabel } = reader.layout(schema, path);
  return readKeys(reader, byLabel, value, at);
}

/** Reads the keys of an object that are settings, and warns of those that are not. */
function readKeys(
  reader: ValueReader,
  byLabel: ReadonlyMap<string, KeyOfSetting>,
  value: DumpObject,
  at: string,
): JsonObject {
  const read: Record<string, JsonValue> = {};
  for (const [label, member] of Object.entries(value)) {
    const key = byLabel.get(placeOf(undefined, label));
    if (key === undefined)
      warnUnknown(
        reader,
        label,
        [...byLabel.values()].map((each) => each.label),
        at,
      );
    else takeSetting(reader, read, key, member, joined(at, label));
  }
  return read;
}

/** Takes one key into the settings; one that is there under another label already is a problem. */
export function takeSetting(
  reader: ValueReader,
  settings: Record<string, JsonValue>,
  key: KeyOfSetting,
  value: DumpValue,
  at: string,
): void {
  if (Object.hasOwn(settings, key.name)) {
    reader.problems.push(givenTwice(at, key.label));
    return;
  }
  const read = readSetting(reader, key, value, at);
  if (read !== undefined) settings[key.name] = read;
}

/** Returns what is wrong with a key that stands for the same as another one. */
export function givenTwice(key: string, label: string): DumpRemark {
  return { key, message: `stands for '${label}', which is given already; give it once` };
}

/** Warns of a key that stands for no setting: it is left out, and never silently. */
export function warnUnknown(reader: ValueReader, label: string, known: readonly string[], at: string): void {
  if (!countUnknown(reader)) return;
  reader.warnings.push({
    key: joined(at, label),
    message: `is not understood and was left out${didYouMean(label, known)}`,
  });
}

/** Returns the path of a label below another. */
export function joined(at: string, label: string): string {
  return at === '' ? label : `${at} / ${label}`;
}

function readMap(reader: ValueReader, schema: SchemaNode, value: DumpObject, path: string, at: string): JsonObject {
  const read: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') {
      reader.problems.push({ key: at, message: `has a key '__proto__', which is not a name` });
      continue;
    }
    const of = memberSchema(schema, name);
    const taken = of === undefined ? member : readValue(reader, of, member, path, joined(at, name));
    // The name of a member is data: with nothing behind it, it would be left out silently.
    if (taken === undefined && member === null) refuse(reader, joined(at, name), member, 'has to have a value');
    if (taken !== undefined) read[name] = taken;
  }
  return read;
}

/** Reads a text, number or boolean. Texts of numbers and booleans are taken for them, and the other way round. */
function readPlain(schema: SchemaNode, value: DumpValue): JsonValue | undefined {
  if (typeof value === 'object') return undefined;
  if (schema.type === 'boolean') return BOOLEANS.get(String(value).toLowerCase());
  if (schema.type === 'integer' || schema.type === 'number') {
    // In YAML `1.0` is a text, since it would be written as 1.
    const number = typeof value === 'string' && /^-?\d{1,15}(?:\.0{1,15})?$/.test(value.trim()) ? Number(value) : value;
    return typeof number === 'number' ? number : undefined;
  }
  if (schema.type === 'string' || schema[REFERENCE] !== undefined) return String(value);
  return value;
}

function refuse({ problems }: ValueReader, key: string, value: DumpValue, right: string): void {
  problems.push({ key, message: `is ${shownValue(value)}; it ${right}` });
}

/** Shows a value in a message. Lists and maps may hold secrets and are only called what they are. */
export function shownValue(value: DumpValue): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'a map';
  const shown = JSON.stringify(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}...` : shown;
}

function typeOf(value: DumpValue): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
const PLAIN: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
};
