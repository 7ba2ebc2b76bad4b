/**
 * Write definitions as statements, and writes as the values of them: plain data, since the statements run in another thread.
 *
 * One row, one statement. What a definition computes is computed here, so that the thread knows nothing of any module.
 */
import type { UnitId, UnitOfWork, Write } from '../../kernel/unit-of-work.ts';
import { packed } from '../../kernel/formats/packed-array.ts';
import type { Columns, ColumnValue, WriteDefinition, WriteDefinitions } from '../sql/index.ts';

/** Application of the values of one operation. */
export type WriteStatement =
  /** The row of a unique key that is there already is a conflict `exists`, as in every other kind. */
  | { readonly kind: 'insert'; readonly op: string; readonly sql: string }
  /** Has to change exactly one row. */
  | { readonly kind: 'change'; readonly op: string; readonly sql: string }
  /** Has to insert a row, or else `find` one for the same values. */
  | { readonly kind: 'claim'; readonly op: string; readonly sql: string; readonly find: string }
  /** Has to find a row. */
  | { readonly kind: 'expect'; readonly op: string; readonly sql: string }
  /** A change that moves the epoch. */
  | { readonly kind: 'epoch'; readonly op: string; readonly sql: string };

/** One write: which of the statements, and its values. */
export interface BoundWrite {
  readonly statement: number;
  readonly values: readonly ColumnValue[];
}

/** A unit of work whose writes are bound. */
export interface BoundUnit {
  readonly id: UnitId;
  readonly epoch: number | undefined;
  readonly writes: readonly BoundWrite[];
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
    return { id, epoch, writes: this.bindWrites(writes) };
  }

  /** As {@link bind}, of some of the writes. */
  bindWrites(writes: readonly Write[]): readonly BoundWrite[] {
    return packed(writes, (write) => this.#bindWrite(write));
  }

  #bindWrite(write: Write): BoundWrite {
    const statement = this.#places.get(write.op);
    if (statement === undefined) throw new TypeError(`no store defines the write '${write.op}'`);
    return { statement, values: packed(valuesOf(this.#definitions[statement]!, write), crossing) };
  }
}

function statementOf(definition: WriteDefinition): WriteStatement {
  const { op } = definition;
  switch (definition.kind) {
    case 'insert':
      return { kind: 'insert', op, sql: insertStatement(definition.table, definition.columns) };
    case 'update': {
      const { table, key, expected, set } = definition;
      const assignments = Object.keys(set).map((column) => `${column} = ?`);
      return {
        kind: 'change',
        op,
        sql: `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${matches(key, expected)}`,
      };
    }
    case 'delete': {
      const { table, key, expected } = definition;
      return { kind: 'change', op, sql: `DELETE FROM ${table} WHERE ${matches(key, expected)}` };
    }
    case 'claim': {
      const { table, key, owner } = definition;
      const sql = `${insertStatement(table, { ...key, ...owner })} ON CONFLICT DO NOTHING`;
      return { kind: 'claim', op, sql, find: findStatement(table, key, owner) };
    }
    case 'expect':
      return { kind: 'expect', op, sql: findStatement(definition.table, definition.key, definition.expected) };
    case 'epoch':
      break;
  }
  return { kind: 'epoch', op, sql: 'UPDATE configuration_epoch SET epoch = epoch + 1' };
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
 * The value as it can go to another thread.
 *
 * A view takes the whole of its buffer along, and Node's small ones share one of 8 KiB.
 *
 * @throws {TypeError} when a column of integers would take it and a later read could not give it back, or when it is of no kind that a
 *   column has: the whole group would not reach the thread
 */
function crossing(value: ColumnValue): ColumnValue {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value;
    throw new TypeError(`${value} is no integer that is safe to store`);
  }
  if (!(value instanceof Uint8Array) || (value.buffer instanceof ArrayBuffer && value.buffer.detached)) {
    throw new TypeError('a value to store is neither text nor number nor octets');
  }
  return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
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
