/** Write definitions as prepared statements: one row, one statement. */
import type { DatabaseSync } from 'node:sqlite';
import type { ConflictError, Write } from '../../kernel/unit-of-work.ts';
import type {
  ClaimDefinition,
  Columns,
  ColumnValue,
  DeleteDefinition,
  ExpectDefinition,
  InsertDefinition,
  UpdateDefinition,
  WriteDefinition,
  WriteDefinitions,
} from '../write-definition.ts';
import { prepareSqlite } from './sqlite-connection.ts';

/** Applies one write and says which precondition did not hold. A unique violation is thrown as SQLite throws it. */
export interface ApplyWrite {
  (write: Write): ConflictError['reason'] | undefined;
  readonly movesEpoch: boolean;
}

/** Prepares the statements of all definitions. */
export function prepareWrites(database: DatabaseSync, definitions: WriteDefinitions): ReadonlyMap<string, ApplyWrite> {
  const writes = new Map<string, ApplyWrite>();
  for (const [op, definition] of definitions) {
    writes.set(op, Object.assign(prepareWrite(database, definition), { movesEpoch: definition.kind === 'epoch' }));
  }
  return writes;
}

type Apply = (write: Write) => ConflictError['reason'] | undefined;

function prepareWrite(database: DatabaseSync, definition: WriteDefinition): Apply {
  switch (definition.kind) {
    case 'insert':
      return prepareInsert(database, definition);
    case 'update':
      return prepareUpdate(database, definition);
    case 'delete':
      return prepareDelete(database, definition);
    case 'claim':
      return prepareClaim(database, definition);
    case 'expect':
      return prepareExpect(database, definition);
    case 'epoch':
      break;
  }
  return prepareEpochMove(database);
}

function prepareEpochMove(database: DatabaseSync): Apply {
  const move = prepareSqlite(database, 'UPDATE configuration_epoch SET epoch = epoch + 1');
  return () => (move.run([]) === 1 ? undefined : 'changed');
}

function prepareInsert(database: DatabaseSync, definition: InsertDefinition<Write>): Apply {
  const insert = prepareSqlite(database, insertStatement(definition.table, definition.columns));
  return (write) => {
    insert.run(safe(definition.row(write)));
    return undefined;
  };
}

function prepareUpdate(database: DatabaseSync, definition: UpdateDefinition<Write>): Apply {
  const { table, key, expected, set } = definition;
  const assignments = Object.keys(set).map((column) => `${column} = ?`);
  const update = prepareSqlite(
    database,
    `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${matches(key, expected)}`,
  );
  return (write) => {
    const values = definition.values(write);
    return update.run(safe([...values.set, ...values.key, ...values.expected])) === 1 ? undefined : 'changed';
  };
}

function prepareDelete(database: DatabaseSync, definition: DeleteDefinition<Write>): Apply {
  const { table, key, expected } = definition;
  const remove = prepareSqlite(database, `DELETE FROM ${table} WHERE ${matches(key, expected)}`);
  return (write) => {
    const values = definition.values(write);
    return remove.run([...values.key, ...values.expected]) === 1 ? undefined : 'changed';
  };
}

function prepareClaim(database: DatabaseSync, definition: ClaimDefinition<Write>): Apply {
  const { table, key, owner } = definition;
  const insert = prepareSqlite(database, `${insertStatement(table, { ...key, ...owner })} ON CONFLICT DO NOTHING`);
  const find = prepareSqlite(database, `SELECT 1 AS found FROM ${table} WHERE ${matches(key, owner)}`);
  return (write) => {
    const values = definition.values(write);
    const row = safe([...values.key, ...values.owner]);
    return insert.run(row) === 1 || find.first(row) !== undefined ? undefined : 'claimed';
  };
}

function prepareExpect(database: DatabaseSync, definition: ExpectDefinition<Write>): Apply {
  const { table, key, expected } = definition;
  const find = prepareSqlite(database, `SELECT 1 AS found FROM ${table} WHERE ${matches(key, expected)}`);
  return (write) => {
    const values = definition.values(write);
    return find.first([...values.key, ...values.expected]) === undefined ? 'changed' : undefined;
  };
}

function insertStatement(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

/** Refuses what a column of integers would take and a later read could not give back. Everything else the tables refuse. */
function safe(values: readonly ColumnValue[]): readonly ColumnValue[] {
  for (const value of values) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) {
      throw new TypeError(`${value} is no integer that is safe to store`);
    }
  }
  return values;
}

/** Key columns are never null and use their index; an expected value may be null, which `IS` compares as a value. */
function matches(key: Columns, expected: Columns): string {
  return [
    ...Object.keys(key).map((column) => `${column} = ?`),
    ...Object.keys(expected).map((column) => `${column} IS ?`),
  ].join(' AND ');
}
