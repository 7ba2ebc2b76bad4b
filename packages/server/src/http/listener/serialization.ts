/** Writes answers as the schemas of their routes say: members that a schema does not name stay inside. */
import build from 'fast-json-stringify';

/** Makes the writer of one kind of answer, when it is first needed: a start does not wait for hundreds of them. */
export function compileSerializer({ schema }: { readonly schema?: unknown }): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    write ??= build(nullable(schema) as object);
    return write(answer);
  };
}

/**
 * Returns the schema with a mark in place of each union with null. For a union the writer compiles a validator, which takes tens of milliseconds, and asks
 * it about each value.
 */
function nullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(nullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const whole = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, nullable(value)])) as Choice;
  const { anyOf, ...rest } = whole;
  if (!Array.isArray(anyOf)) return whole;
  const [value, ...others] = anyOf.filter(({ type }) => type !== 'null');
  const isOneOrNull = anyOf.length === 2 && others.length === 0 && typeof value?.type === 'string';
  return isOneOrNull ? { ...value, ...rest, nullable: true } : whole;
}

interface Choice {
  readonly type?: unknown;
  readonly anyOf?: readonly Choice[];
}
