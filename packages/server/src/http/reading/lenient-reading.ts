/**
 * Reading of requests that depart from the schema of their route and still say the same: members and parameters in another spelling, and
 * scalars of another type. Everything else is left to the check against the schema.
 */
import type { TSchema } from 'typebox';
import { parseWithWrittenNumbers } from '../../kernel/formats/written-numbers.ts';
import { wordsOf } from '../../kernel/text/words-of-name.ts';
import { BodyTooComplexError, MemberSpelledTwiceError } from '../errors/index.ts';

/** Permitted departures of a request from the schemas of its route. */
export interface Leniency {
  /** Members are known by their words: `source-address` and `sourceAddress` are `source_address`. */
  readonly spellings?: boolean;
  /** Scalars of the body are read as Jackson reads them, the parser of EJBCA: `"false"` for a boolean, a number for a text. */
  readonly scalars?: boolean;
  /** Integers of the format `bigint` are read as the texts that they are written as, with all their digits. */
  readonly bigIntegers?: boolean;
  /** Numbers in maps of texts are read as the texts that they are written as: `1.50`, and all digits of a long one. */
  readonly numbersInMaps?: boolean;
}

/**
 * Makes of a query what its schema says.
 *
 * @throws {@link MemberSpelledTwiceError}
 */
export function readQueryLeniently(schema: unknown, query: unknown, { spellings }: Leniency): void {
  if (!isObject(schema) || !isObject(query)) return;
  if (spellings === true) takeSpellings(schema, query);
  const { properties = {} }: Schema = schema;
  // A parameter that may be repeated is a list, when it is given once as well.
  for (const [name, { type }] of Object.entries(properties))
    if (type === 'array' && typeof query[name] === 'string') query[name] = [query[name]];
}

/**
 * Makes of a body what its schema says. Objects are changed in place.
 *
 * @param text - the JSON of the body, for numbers as they are written
 * @returns the body; another one when it is a scalar itself
 * @throws {@link MemberSpelledTwiceError}, {@link BodyTooComplexError}
 */
export function readBodyLeniently(schema: unknown, body: unknown, leniency: Leniency, text: string): unknown {
  let written: unknown;
  const numberAt = (path: Path): string => {
    written ??= writtenNumbersIn(text);
    return String(path.reduce((node, name) => (node as Record<string, unknown>)[name], written));
  };
  return isObject(schema) ? read(schema, body, [], { ...leniency, numberAt }) : body;
}

function writtenNumbersIn(text: string): unknown {
  try {
    return parseWithWrittenNumbers(text);
  } catch (error) {
    // The parser takes any depth. What calls the reviver takes what the stack has room for, much more than bodies may have.
    if (error instanceof RangeError) throw new BodyTooComplexError();
    throw error;
  }
}

/** Names and indexes from the body down, as they are written. */
type Path = readonly string[];

interface Reading extends Leniency {
  /** The number at a place of the body as it is written: `1.0`, and all digits of a long one. */
  readonly numberAt: (path: Path) => string;
}

/** A schema as far as this looks at it. */
interface Schema {
  readonly type?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly enum?: unknown;
  readonly format?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

function read(schema: Schema, value: unknown, path: Path, reading: Reading): unknown {
  if (schema.format === 'bigint' && typeof value === 'number' && reading.bigIntegers === true)
    return reading.numberAt(path);
  if (schema.anyOf !== undefined) return readAlternative(schema.anyOf, value, path, reading);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item, at) => read(items, item, [...path, `${at}`], reading));
  }
  if (isObject(value)) {
    readMembers(schema, value, path, reading);
    return value;
  }
  return reading.scalars === true ? readScalar(schema, value, () => reading.numberAt(path)) : value;
}

function readMembers(schema: Schema, value: Record<string, unknown>, path: Path, reading: Reading): void {
  const { properties = {} } = schema;
  const renamed = reading.spellings === true ? takeSpellings(schema, value) : NONE_RENAMED;
  const isMap = reading.numbersInMaps === true && isMapOfTexts(schema);
  for (const name of Object.keys(value)) {
    const given = value[name];
    if (isMap && typeof given === 'number') value[name] = reading.numberAt([...path, name]);
    // Nothing is made of the others.
    if (reading.scalars !== true && typeof given !== 'object' && typeof given !== 'number') continue;
    if (Object.hasOwn(properties, name))
      value[name] = read(properties[name]!, given, [...path, renamed.get(name) ?? name], reading);
  }
}

function isMapOfTexts({ properties, patternProperties = {} }: Schema): boolean {
  const members = Object.values(patternProperties).flatMap((member) => member.anyOf ?? member);
  return properties === undefined && members.some(({ type }) => type === 'string');
}

/** The alternatives are one shape and `null`, or texts. */
function readAlternative(alternatives: readonly Schema[], value: unknown, path: Path, reading: Reading): unknown {
  const [shape, ...others] = alternatives.filter(({ type }) => type !== 'null');
  const isOneShape = shape !== undefined && others.every(({ type }) => type === shape.type && type === 'string');
  if (!isOneShape || value === null) return value;
  const taken = read(shape, value, path, reading);
  // An empty text says of a boolean or a number as much as none.
  const isNothing = taken === '' && shape.type !== 'string' && reading.scalars === true;
  return isNothing && others.length < alternatives.length - 1 ? null : taken;
}

/**
 * Gives the members that a schema does not name the name that it has for their words.
 *
 * @returns how they were written, by their names in the schema
 */
function takeSpellings({ properties = {} }: Schema, value: Record<string, unknown>): ReadonlyMap<string, string> {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return NONE_RENAMED;
  const known = new Map(Object.keys(properties).map((name) => [wordsOf(name), name]));
  const renamed = new Map<string, string>();
  for (const written of unknown) {
    const name = known.get(wordsOf(written));
    if (name === undefined) continue;
    const [before, given] = [value[name], value[written]];
    delete value[written];
    if (isAbsent(given) && Object.hasOwn(value, name)) continue;
    if (!isAbsent(before) && JSON.stringify(before) !== JSON.stringify(given))
      throw new MemberSpelledTwiceError(name, written);
    value[name] = given;
    renamed.set(name, written);
  }
  return renamed;
}

function readScalar({ type, enum: choices }: Schema, value: unknown, asWritten: () => string): unknown {
  if (type === 'string' || choices !== undefined) {
    if (typeof value === 'number') return asWritten();
    return typeof value === 'boolean' ? String(value) : value;
  }
  const trimmed = typeof value === 'string' ? value.trim() : value;
  if (type === 'boolean') {
    if (typeof trimmed === 'number' && Number.isInteger(trimmed)) return trimmed !== 0;
    return BOOLEANS.get(String(trimmed).toLowerCase()) ?? trimmed;
  }
  return type === 'integer' && typeof trimmed === 'string' && INTEGER.test(trimmed) ? Number(trimmed) : trimmed;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Record<string, unknown> & TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NONE_RENAMED: ReadonlyMap<string, string> = new Map();
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
/** At most 15 digits: every such number is exact. */
const INTEGER = /^[+-]?\d{1,15}$/;
