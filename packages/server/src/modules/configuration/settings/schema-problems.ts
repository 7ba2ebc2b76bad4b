/** Converts schema errors to sentences with the setting, its defect and the correct form. */
import type { TLocalizedValidationError } from 'typebox/error';
import { didYouMean } from '../../../kernel/text/nearest-word.ts';
import { type Problem, shorten } from './problem.ts';
import { isJsonObject, memberPath } from './json.ts';
import { chooseBranch, hasSecret, memberSchema } from './map-members.ts';
import { REFERENCE, type SchemaNode } from './schema-members.ts';

/** Returns the problems of `value`, one per setting. */
export function schemaProblems(
  schema: SchemaNode,
  value: unknown,
  errors: readonly TLocalizedValidationError[],
): readonly Problem[] {
  const byField = new Map<string, Problem>();
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/anyOf/`);
  for (const error of errors) {
    // Problems in the branches of a union are reported once, for the union.
    if (unions.some((union) => error.schemaPath.startsWith(union))) continue;
    // For a member that is not allowed, the object reports the problem.
    if (error.keyword === 'boolean') continue;
    const steps = pointerSteps(error.instancePath);
    const place = lookUp(schema, value, steps);
    const message = problemMessage(error, place);
    const before = byField.get(place.field);
    if (before === undefined) byField.set(place.field, { kind: 'setting', field: place.field, message });
    // A missing member may have been given under another name.
    else if (error.keyword === 'additionalProperties')
      byField.set(place.field, { ...before, message: `${before.message} and ${message}` });
  }
  return [...byField.values()];
}

/** Describes the values allowed by a schema, such as `a whole number from 1 to 20`. */
function describeSchema(schema: SchemaNode): string {
  const { minimum, maximum, minLength, maxLength } = schema as Readonly<Record<string, number | undefined>>;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeSchema).join(' or ');
  if (schema[REFERENCE] !== undefined) return `the name of a ${schema[REFERENCE].type}`;
  if (schema.type === 'integer' || schema.type === 'number') return TYPES[schema.type] + range(minimum, maximum);
  if (schema.type === 'string' && (minLength ?? maxLength) !== undefined) {
    return `a text of${range(minLength, maxLength)} characters`;
  }
  return TYPES[schema.type ?? ''] ?? 'something else';
}

interface Place {
  readonly field: string;
  readonly schema: SchemaNode | undefined;
  readonly value: unknown;
}

function problemMessage(error: TLocalizedValidationError, { schema, value }: Place): string {
  const { keyword, params } = error;
  if (keyword === 'required') return `lacks ${quoted(params.requiredProperties)}`;
  if (keyword === 'additionalProperties') return unknownMembers(params.additionalProperties, schema);
  if (keyword === 'maxItems') return `has more than ${params.limit} items`;
  if (keyword === 'minItems') return `has fewer than ${params.limit} items`;
  if (keyword === 'maxProperties') return `has more than ${params.limit} members`;
  if (keyword === 'uniqueItems') return 'lists something twice';
  if (keyword === 'maxLength') return `is longer than ${params.limit} characters`;
  if (keyword === 'pattern') return `is ${shown(schema, value)}, which is not of the form asked for`;
  const wanted = schema === undefined ? 'something else' : describeSchema(schema);
  return `is ${shown(schema, value)} and has to be ${wanted}${isUnquoted(schema, value) ? ': quote it' : ''}`;
}

/** Tells whether a number or a boolean is given where only text is allowed: YAML reads `5`, `1.2` and `true` as such unless they are quoted. */
function isUnquoted(schema: SchemaNode | undefined, value: unknown): boolean {
  if (schema === undefined || (typeof value !== 'number' && typeof value !== 'boolean')) return false;
  const branches = schema.anyOf ?? [schema];
  return branches.some((branch) =>
    branch.enum === undefined && !('const' in branch)
      ? branch.type === 'string' || branch[REFERENCE] !== undefined
      : [branch.const, ...(branch.enum ?? [])].includes(String(value)),
  );
}

function unknownMembers(unknown: readonly string[], schema: SchemaNode | undefined): string {
  const known = Object.keys(schema?.properties ?? {});
  const most = known.length > MAX_LISTED ? `${known.slice(0, MAX_LISTED).join(', ')}, ...` : known.join(', ');
  const named = unknown.slice(0, MAX_LISTED).map((name) => quoted([name]) + didYouMean(name, known));
  return `has no member ${named.join(', ')}; known are ${most}`;
}

function shown(schema: SchemaNode | undefined, value: unknown): string {
  if (schema === undefined || hasSecret(schema)) return 'something';
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return shorten(JSON.stringify(value) ?? 'nothing');
}

function lookUp(schema: SchemaNode, value: unknown, steps: readonly string[]): Place {
  let place: Place = { field: '', schema, value };
  for (const step of steps) place = stepInto(place, step);
  const { schema: last } = place;
  return last?.anyOf === undefined ? place : { ...place, schema: chooseObjectBranch(last, place.value) };
}

function stepInto({ field, schema, value }: Place, step: string): Place {
  const of = schema?.anyOf === undefined ? schema : chooseBranch(schema, value);
  if (Array.isArray(value)) {
    return { field: memberPath(field, Number(step)), schema: of?.items, value: value[Number(step)] };
  }
  const member = isJsonObject(value) ? value[step] : undefined;
  return { field: memberPath(field, step), schema: of && memberSchema(of, step), value: member };
}

/** Returns the intended branch of a union of objects if that is clear, otherwise the whole union. */
function chooseObjectBranch(schema: SchemaNode, value: unknown): SchemaNode {
  return (isJsonObject(value) && chooseBranch(schema, value)) || schema;
}

function pointerSteps(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function quoted(names: readonly string[]): string {
  return names
    .slice(0, MAX_LISTED)
    .map((name) => `'${shorten(name)}'`)
    .join(', ');
}

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` from ${least} up`;
  return most === undefined ? '' : ` up to ${most}`;
}

const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};
const MAX_LISTED = 30;
