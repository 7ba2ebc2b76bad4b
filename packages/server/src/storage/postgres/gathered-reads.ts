/**
 * Point reads of one turn of the event loop as one statement, since a statement costs client and server more than the row that it finds.
 *
 * The statement of a single read becomes the inner side of a lateral join, once for each set of parameters. A read begins after it was asked
 * for, as it would alone, and sees what was committed before.
 */
import type { QueryArrayConfig } from 'pg';
import type { ColumnType, ColumnValue } from '../sql/index.ts';
import { encodeArray, POSTGRES_TYPES } from './binary-array.ts';
import { statementFailure } from './postgres-errors.ts';
import { statementName } from './statement-name.ts';

/** Statement of a single read, and ways to run it alone and together with others. */
export interface SingleRead {
  readonly text: string;
  /** Reads with one set of parameters. */
  readonly alone: (values: readonly ColumnValue[]) => Promise<Row | undefined>;
  /** Runs a prepared statement. */
  readonly run: (statement: QueryArrayConfig) => Promise<Answer>;
}

export type Row = Record<string, unknown>;

/** Rows as the values of their columns, in order. */
export interface Answer {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

/** One statement. Its reads of a turn go together if their parameters are of the same types. */
export class GatheredReads {
  readonly #single: SingleRead;
  /** By the types of their parameters. */
  readonly #statements = new Map<string, { readonly name: string; readonly text: string }>();
  #waiting: Waiting[] = [];

  constructor(single: SingleRead) {
    this.#single = single;
  }

  /** Returns the first row, or undefined. */
  first(values: readonly ColumnValue[]): Promise<Row | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    if (this.#waiting.push({ values, resolve, reject }) === 1) setImmediate(() => this.#endTurn());
    return promise;
  }

  #endTurn(): void {
    const alike = Map.groupBy(this.#waiting, ({ values }) => values.map(typeOf).join());
    this.#waiting = [];
    for (const waiting of alike.values()) {
      for (let from = 0; from < waiting.length; from += MOST_TOGETHER)
        void this.#read(waiting.slice(from, from + MOST_TOGETHER));
    }
  }

  async #read(waiting: readonly Waiting[]): Promise<void> {
    const types = waiting[0]!.values.map(typeOf);
    if (waiting.length === 1 || types.length === 0 || !areKnown(types)) return this.#readEach(waiting);
    try {
      await this.#readTogether(waiting, types);
    } catch (error) {
      // The values or the row of one read may be to blame, and together they take longer.
      if (['misfit', 'timeout'].includes(statementFailure(error))) this.#readEach(waiting);
      else for (const { reject } of waiting) reject(error);
    }
  }

  async #readTogether(waiting: readonly Waiting[], types: readonly ColumnType[]): Promise<void> {
    const values = types.map((type, at) =>
      encodeArray(
        type,
        waiting.map((read) => read.values[at]!),
      ),
    );
    const { fields, rows } = await this.#single.run({ ...this.#statement(types), values, rowMode: 'array' });
    const found = new Map<unknown, Row>();
    for (const [place, ...columns] of rows)
      found.set(place, Object.fromEntries(columns.map((value, at) => [fields[at + 1]!.name, value])));
    for (const [at, { resolve }] of waiting.entries()) resolve(found.get(at + 1));
  }

  #readEach(waiting: readonly Waiting[]): void {
    for (const { values, resolve, reject } of waiting) this.#single.alone(values).then(resolve, reject);
  }

  #statement(types: readonly ColumnType[]): { readonly name: string; readonly text: string } {
    const key = types.join();
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      const text = gatheredText(this.#single.text, types);
      this.#statements.set(key, (statement = { name: statementName(text), text }));
    }
    return statement;
  }
}

/** A read until the end of the turn. */
interface Waiting {
  readonly values: readonly ColumnValue[];
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the type of a parameter; undefined where only the statement tells it. */
function typeOf(value: ColumnValue): ColumnType | undefined {
  if (typeof value === 'string') return 'text';
  if (value instanceof Uint8Array) return 'bytes';
  return Number.isSafeInteger(value) ? 'integer' : undefined;
}

function areKnown(types: readonly (ColumnType | undefined)[]): types is readonly ColumnType[] {
  return !types.includes(undefined);
}

/**
 * Puts a table of parameters before the statement. The limit keeps the planner from joining both in a way that is best only while tables are
 * small.
 */
function gatheredText(text: string, types: readonly ColumnType[]): string {
  const arrays = types.map((type, index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`);
  const columns = types.map((_type, index) => `value_${index + 1}`);
  const single = text.replaceAll(/\$(\d+)/g, 'given.value_$1');
  return `SELECT given.place, found.*
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS given (${columns.join(', ')}, place)
    CROSS JOIN LATERAL (SELECT * FROM (${single}) AS single LIMIT 1) AS found`;
}

/** Maximum number of reads in one statement, so that the first does not wait for too many others. */
const MOST_TOGETHER = 64;
