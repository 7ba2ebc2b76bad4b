/** Checks requests against the schemas of their routes, compiled by TypeBox. */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { SchemaViolationError } from '../errors/index.ts';

/**
 * Makes the check of one part of a request.
 *
 * A body is taken as it is: nothing is converted, filled in or removed, and members that the schema does not name are left alone.
 * Path and query arrive as text, so a boolean or an integer in their schema is read from it first: `true` and `false` in any letter
 * case, as the Python client writes them, and decimal digits. An empty boolean or integer counts as absent.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // A start does not wait for checks of routes that nobody asks for.
  let validator: Validator | undefined;
  const readers = httpPart === 'body' ? [] : typedParameters(schema);
  return (value: unknown) => {
    if (readers.length > 0) readParameters(value as Record<string, unknown>, readers);
    validator ??= Compile(schema);
    if (validator.Check(value)) return { value };
    return { error: violation(schema, validator.Errors(value)[0], httpPart) };
  };
};

type ParameterReader = readonly [name: string, type: 'boolean' | 'integer'];

function typedParameters(schema: TSchema): ParameterReader[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  return Object.entries(properties).flatMap(([name, { type }]) =>
    type === 'boolean' || type === 'integer' ? [[name, type] as const] : [],
  );
}

function readParameters(parameters: Record<string, unknown>, readers: readonly ParameterReader[]): void {
  for (const [name, type] of readers) {
    const text = parameters[name];
    if (typeof text !== 'string') continue;
    if (text === '') delete parameters[name];
    else if (type === 'boolean') parameters[name] = readBoolean(text);
    else if (INTEGER.test(text)) parameters[name] = Number(text);
  }
}

function readBoolean(text: string): boolean | string {
  const lowerCase = text.toLowerCase();
  return lowerCase === 'true' || (lowerCase === 'false' ? false : text);
}

/** Says which member is wrong and what it has to be; never its value, which may be a password. */
function violation(
  schema: TSchema,
  error:
    | { readonly keyword: string; readonly instancePath: string; readonly params: object; readonly message: string }
    | undefined,
  httpPart: string | undefined,
): SchemaViolationError {
  const part = PARTS[httpPart ?? ''] ?? 'path';
  if (error === undefined) return new SchemaViolationError(`The ${part} is not valid.`);
  const at = error.instancePath.slice(1).replaceAll('/', '.');
  if (error.keyword === 'required') {
    const { requiredProperties } = error.params as { requiredProperties: readonly string[] };
    const missing = requiredProperties.map((name) => `'${at === '' ? name : `${at}.${name}`}'`).join(', ');
    return new SchemaViolationError(`Invalid ${part}: ${missing} must be given.`);
  }
  if (error.keyword === 'boolean')
    return new SchemaViolationError(
      `Invalid ${part}: '${at}' is not known. ${knownBeside(schema, error.instancePath.split('/').slice(1, -1))}`,
    );
  if (at === '') return new SchemaViolationError(`The ${part} ${error.message}.`);
  return new SchemaViolationError(`Invalid ${part}: '${at}' ${error.message}.`);
}

/** The members that the object at `path` may have. */
function knownBeside(schema: TSchema, path: readonly string[]): string {
  const object = path.reduce<Shape | undefined>((shape, name) => memberOf(shape, name), schema as Shape);
  const names = alternativesOf(object).flatMap(({ properties = {} }) => Object.keys(properties));
  return names.length === 0 ? 'There are no members.' : `Known: ${names.join(', ')}.`;
}

/** A schema as far as this looks at it. */
interface Shape {
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

function memberOf(shape: Shape | undefined, name: string): Shape | undefined {
  const [found] = alternativesOf(shape).flatMap(({ items, properties }) => items ?? properties?.[name] ?? []);
  return found;
}

function alternativesOf(shape: Shape | undefined): readonly Shape[] {
  return shape?.anyOf?.flatMap(alternativesOf) ?? (shape === undefined ? [] : [shape]);
}

const PARTS: Readonly<Record<string, string>> = { body: 'request body', querystring: 'query', headers: 'header' };

/** At most 15 digits: every such number is exact. */
const INTEGER = /^-?\d{1,15}$/;
