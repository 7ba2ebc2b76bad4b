/**
 * Write definitions as statements, and writes as the values of them: plain data, since the statements run in another thread.
 *
 * One row, one statement. What a definition computes is computed here, so that the thread knows nothing of any module.
 */
import type { UnitId, UnitOfWork, Write } from '../../kernel/unit-of-work.ts';
import { joined } from '../../kernel/formats/joined-octets.ts';
import { packed } from '../../kernel/formats/packed-array.ts';
import type { Columns, ColumnValue, WriteDefinition, WriteDefinitions } from '../sql/index.ts';

/** Application of the values of one operation. */
export type WriteStatement = Application & {
  readonly op: string;
  readonly sql: string;
  /** Indexes of the values that are octets. */
  readonly octets: readonly number[];
};

type Application =
  /** The row of a unique key that is there already is a conflict `exists`, as in every other kind. */
  | { readonly kind: 'insert' }
  /** Has to change exactly one row. */
  | { readonly kind: 'change' }
  /** Has to insert a row, or else `find` one for the same values. */
  | { readonly kind: 'claim'; readonly find: string }
  /** Has to find a row. */
  | { readonly kind: 'expect' }
  /** A change that moves the epoch. */
  | { readonly kind: 'epoch' };

/** One write: which of the statements, and its values, where octets are their number. */
export interface BoundWrite {
  readonly statement: number;
  readonly values: readonly (string | number | null)[];
}

/**
 * Writes, and the octets of all of them one behind the other: a thread takes one large buffer in a fraction of the time of a dozen small ones for each
 * row.
 */
export interface BoundWrites {
  readonly writes: readonly BoundWrite[];
  readonly octets: Uint8Array;
}

/** A unit of work whose writes are bound. */
export interface BoundUnit {
  readonly id: UnitId;
  readonly epoch: number | undefined;
  /** One, unless the unit is large. */
  readonly parts: readonly BoundWrites[];
}

/** The statements of all operations, and how units are bound to them. */
export class WriteBinding {
  readonly statements: readonly WriteStatement[];
  readonly #definitions: readonly WriteDefinition[];
  readonly #places: ReadonlyMap<string, number>;

  constructor(definitions: WriteDefinitions) {
    this.#definitions = [...definitions.values()];
    this.#places = new Map(this.#definitions.map(({ op }, place) => [op, place]));
    this.statements = this.#definitions.map(statementOf);
  }

  /** @throws {TypeError} when a write does not fit its table */
  bind({ id, epoch, writes }: UnitOfWork): BoundUnit {
    return { id, epoch, parts: [this.bindWrites(writes)] };
  }

  /** As {@link bind}, of some of the writes. */
  bindWrites(writes: readonly Write[]): BoundWrites {
    const octets: Uint8Array[] = [];
    const bound = packed(writes, (write) => this.#bindWrite(write, octets));
    return { writes: bound, octets: joined(octets) };
  }

  /** @param octets - takes those of the write */
  #bindWrite(write: Write, octets: Uint8Array[]): BoundWrite {
    const statement = this.#places.get(write.op);
    if (statement === undefined) throw new TypeError(`no store defines the write '${write.op}'`);
    const values = valuesOf(this.#definitions[statement]!, write);
    return { statement, values: crossing(values, this.statements[statement]!.octets, octets) };
  }
}

/** Gives the values of writes as statements take them, one write after the other. */
export class BoundValues {
  readonly #octets: Uint8Array;
  #at = 0;

  /** @param octets - of all writes */
  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  of({ values }: BoundWrite, { octets }: WriteStatement): readonly ColumnValue[] {
    if (octets.length === 0) return values;
    const whole: ColumnValue[] = [...values];
    for (const index of octets) {
      const length = values[index] as number | null;
      if (length !== null) whole[index] = this.#octets.subarray(this.#at, (this.#at += length));
    }
    return whole;
  }
}

function statementOf(definition: WriteDefinition): WriteStatement {
  const { op } = definition;
  switch (definition.kind) {
    case 'insert': {
      const { table, columns } = definition;
      return { kind: 'insert', op, sql: insertStatement(table, columns), octets: octetsAmong(columns) };
    }
    case 'update': {
      const { table, key, expected, set } = definition;
      const assignments = Object.keys(set).map((column) => `${column} = ?`);
      return {
        kind: 'change',
        op,
        sql: `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${matches(key, expected)}`,
        octets: octetsAmong(set, key, expected),
      };
    }
    case 'delete': {
      const { table, key, expected } = definition;
      const sql = `DELETE FROM ${table} WHERE ${matches(key, expected)}`;
      return { kind: 'change', op, sql, octets: octetsAmong(key, expected) };
    }
    case 'claim': {
      const { table, key, owner } = definition;
      const sql = `${insertStatement(table, { ...key, ...owner })} ON CONFLICT DO NOTHING`;
      return { kind: 'claim', op, sql, find: findStatement(table, key, owner), octets: octetsAmong(key, owner) };
    }
    case 'expect': {
      const { table, key, expected } = definition;
      return { kind: 'expect', op, sql: findStatement(table, key, expected), octets: octetsAmong(key, expected) };
    }
    case 'epoch':
      break;
  }
  return { kind: 'epoch', op, sql: 'UPDATE configuration_epoch SET epoch = epoch + 1', octets: [] };
}

/** Returns which of the values of columns, in the order of {@link valuesOf}, are octets. */
function octetsAmong(...columns: readonly Columns[]): readonly number[] {
  const types = columns.flatMap((some) => Object.values(some));
  return types.flatMap((type, index) => (type === 'bytes' ? [index] : []));
}

/** In the order of the placeholders; those of a claim's second statement are the same. */
function valuesOf(definition: WriteDefinition, write: Write): readonly ColumnValue[] {
  switch (definition.kind) {
    case 'insert':
      return definition.row(write);
    case 'update': {
      const { set, key, expected } = definition.values(write);
      return [...set, ...key, ...expected];
    }
    case 'delete':
    case 'expect': {
      const { key, expected } = definition.values(write);
      return [...key, ...expected];
    }
    case 'claim': {
      const { key, owner } = definition.values(write);
      return [...key, ...owner];
    }
    case 'epoch':
      break;
  }
  return [];
}

/**
 * Returns values as they go to another thread.
 *
 * @param indexes - of those that are octets or null
 * @param octets - takes the octets
 * @throws {TypeError} when a column of integers would take a value and a later read could not give it back, or when one is octets and
 *   its column is not, or the other way round: the whole group would not reach the thread
 */
function crossing(
  values: readonly ColumnValue[],
  indexes: readonly number[],
  octets: Uint8Array[],
): (string | number | null)[] {
  let next = 0;
  return packed(values, (value, index) => {
    const isOctets = index === indexes[next];
    if (isOctets) next++;
    if (value === null) return null;
    if (isOctets !== value instanceof Uint8Array)
      throw new TypeError(
        isOctets
          ? 'a value to store is not the octets of its column'
          : 'a value to store is octets, and its column is not',
      );
    if (typeof value === 'string') return value;
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value)) return value;
      throw new TypeError(`${value} is not an integer that is safe to store`);
    }
    if (!(value instanceof Uint8Array) || (value.buffer instanceof ArrayBuffer && value.buffer.detached))
      throw new TypeError('a value to store is neither text nor number nor octets');
    octets.push(value);
    return value.byteLength;
  });
}

function insertStatement(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

function findStatement(table: string, key: Columns, expected: Columns): string {
  return `SELECT 1 AS found FROM ${table} WHERE ${matches(key, expected)}`;
}

/** Key columns are never null and use their index; an expected value may be null, which `IS` compares as a value. */
function matches(key: Columns, expected: Columns): string {
  return [
    ...Object.keys(key).map((column) => `${column} = ?`),
    ...Object.keys(expected).map((column) => `${column} IS ?`),
  ].join(' AND ');
}
