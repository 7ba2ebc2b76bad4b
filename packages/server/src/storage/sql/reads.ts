/**
 * Reading by stores: through Kysely, and on hot paths through a query that was compiled once.
 *
 * Nothing here changes a row. State changes go through units of work, and a query builder that inserts, updates or deletes is refused.
 */
import { type Compilable, type CompiledQuery, type Expression, type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { ColumnValue } from './write-definition.ts';

/** The kind of database that holds the tables. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** The reading half of a database: what a store needs on the main thread and what a task of a reader thread gets. */
export interface Reads {
  readonly dialect: DatabaseKind;
  /** For queries that are built from what was asked: compiled anew each time. Point reads use {@link prepareRead}. */
  readonly kysely: Kysely<Schema>;
  /**
   * Compiles a query once. Write it as a field of a store, with the parameters' types in the annotation:
   *
   * ```ts
   * readonly #bySerial = this.reads.prepareRead((kysely, given: ParameterExpressions<{ caId: number; serial: Uint8Array }>) =>
   *   kysely.selectFrom('certificate').selectAll().where('ca_id', '=', given.caId).where('serial', '=', given.serial));
   * const row = await this.#bySerial.first({ caId, serial });
   * ```
   */
  readonly prepareRead: PrepareRead;
}

/** See {@link Reads.prepareRead}. */
export type PrepareRead = <P extends ReadParameters, R>(
  build: BuildRead<P, R>,
  options?: ReadOptions,
) => PreparedRead<P, R>;

export interface ReadOptions {
  /**
   * True for a read of a small row that most requests make. PostgreSQL reads the first rows that are asked for in one turn of the event loop by one
   * statement, and nobody gets one before the last was read. The statement has no `$` but those of parameters.
   */
  readonly isGathered?: boolean;
}

/** Builds a query that holds its parameters' expressions instead of values. */
export type BuildRead<P extends ReadParameters, R> = (
  kysely: Kysely<Schema>,
  given: ParameterExpressions<P>,
) => Compilable<R>;

/** Named parameters of a prepared read. */
export type ReadParameters = Readonly<Record<string, ColumnValue>>;

/** The parameters of a read that has none: `{}`. */
export type NoParameters = Readonly<Record<string, never>>;

/** Each parameter as an expression that a query can hold instead of a value. */
export type ParameterExpressions<P extends ReadParameters> = { readonly [K in keyof P]: Expression<P[K]> };

/** A query that was compiled once. Rows are plain objects; integers are safe numbers and bytes are Uint8Array. */
export interface PreparedRead<P extends ReadParameters, R> {
  all(parameters: P): Promise<R[]>;
  /** The first row, or undefined. The query says how many there can be; nothing is added to it. */
  first(parameters: P): Promise<R | undefined>;
}

/** A query and how to lay out its parameters: made by {@link compileRead}, run by each database in its own way. */
export interface CompiledRead<P extends ReadParameters> {
  readonly sql: string;
  /** The values of the placeholders in order. */
  readonly bind: (parameters: P) => ColumnValue[];
}

/** Compiles a query with named parameters. */
export function compileRead<P extends ReadParameters, R>(
  kysely: Kysely<Schema>,
  build: BuildRead<P, R>,
): CompiledRead<P> {
  const given = new Proxy({} as ParameterExpressions<P>, {
    get: (_target, name) => sql.val(new Placeholder(String(name))),
  });
  const compiled = build(kysely, given).compile();
  refuseChanges(compiled);
  const slots = [...compiled.parameters];
  return {
    sql: compiled.sql,
    bind: (parameters) =>
      slots.map((slot) => (slot instanceof Placeholder ? valueOf(parameters, slot.name) : (slot as ColumnValue))),
  };
}

/**
 * Refuses a query builder that changes rows. Raw SQL passes: only storage writes it.
 *
 * @throws {TypeError} for anything but a select
 */
export function refuseChanges(compiled: CompiledQuery): void {
  const { kind } = compiled.query;
  if (kind !== 'SelectQueryNode' && kind !== 'RawNode') {
    throw new TypeError(`a store reads; a ${kind} has to be a write of a unit of work`);
  }
}

/** Stands in a compiled query for the value of a named parameter. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

function valueOf(parameters: ReadParameters, name: string): ColumnValue {
  const value = parameters[name];
  if (value === undefined) throw new TypeError(`the parameter '${name}' of a prepared read is missing`);
  return value;
}
