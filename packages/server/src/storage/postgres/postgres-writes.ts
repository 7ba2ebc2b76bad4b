/** Write definitions as statements over many rows: one statement for all writes of one operation in a group. */
import type { Client } from 'pg';
import type { ConflictError, Write } from '../../kernel/unit-of-work.ts';
import type {
  ClaimDefinition,
  Columns,
  ColumnType,
  ColumnValue,
  DeleteDefinition,
  ExpectDefinition,
  InsertDefinition,
  UpdateDefinition,
  WriteDefinition,
  WriteDefinitions,
} from '../sql/index.ts';
import { encodeArray, POSTGRES_TYPES } from './binary-array.ts';
import { statementName } from './statement-name.ts';

/** One operation in a form that runs for many writes at once. */
export interface BatchedWrite {
  readonly op: string;
  readonly table: string;
  /** Place among the operations: every process runs those of a group in this order, so that locks are taken in one order. */
  readonly position: number;
  /**
   * Applies the writes and says which precondition did not hold for at least one of them. A unique violation is thrown as the
   * server sends it.
   */
  readonly apply: (client: Client, writes: readonly Write[]) => Promise<ConflictError['reason'] | undefined>;
  /** True when a write makes a row that nobody else can have locked. */
  readonly inserts: boolean;
  /** The key of the row that a write changes, when two changes of one row cannot run in one statement. */
  readonly changedKey: ((write: Write) => readonly ColumnValue[]) | undefined;
  /** True when a write changes the key of its row, by which the next one may look for it: those of one unit run one after the other. */
  readonly movesKey: boolean;
}

/** Makes the statements of all definitions. */
export function batchWrites(definitions: WriteDefinitions): ReadonlyMap<string, BatchedWrite> {
  const writes = new Map<string, BatchedWrite>();
  for (const [op, definition] of definitions) {
    const changes = definition.kind === 'update' || definition.kind === 'delete';
    writes.set(op, {
      op,
      table: definition.kind === 'epoch' ? 'configuration_epoch' : definition.table,
      position: writes.size,
      apply: batchWrite(definition),
      inserts: definition.kind === 'insert',
      changedKey: changes ? (write) => definition.values(write).key : undefined,
      movesKey: definition.kind === 'update' && Object.keys(definition.set).some((column) => column in definition.key),
    });
  }
  return writes;
}

type Apply = BatchedWrite['apply'];

function batchWrite(definition: WriteDefinition): Apply {
  switch (definition.kind) {
    case 'insert':
      return batchInsert(definition);
    case 'update':
      return batchUpdate(definition);
    case 'delete':
      return batchDelete(definition);
    case 'claim':
      return batchClaim(definition);
    case 'expect':
      return batchExpect(definition);
    case 'epoch':
      break;
  }
  return async (client, writes) => {
    const { rowCount } = await client.query('UPDATE configuration_epoch SET epoch = epoch + $1', [writes.length]);
    return rowCount === 1 ? undefined : 'changed';
  };
}

function batchInsert(definition: InsertDefinition<Write>): Apply {
  const types = Object.values(definition.columns);
  const insert = statement(insertText(definition.table, definition.columns));
  return async (client, writes) => {
    const rows = writes.map((write) => definition.row(write));
    await insert(client, types, rows);
    return undefined;
  };
}

function batchUpdate(definition: UpdateDefinition<Write>): Apply {
  const { table, key, expected, set } = definition;
  const types = [...Object.values(key), ...Object.values(expected), ...Object.values(set)];
  const assignments = Object.keys(set).map((column) => `${column} = given.set_${column}`);
  const given = unnest([...named('key_', key), ...named('expected_', expected), ...named('set_', set)]);
  const update = statement(
    `UPDATE ${table} SET ${assignments.join(', ')} FROM ${given} WHERE ${matches(table, key, expected)}`,
  );
  return async (client, writes) => {
    const rows = writes.map((write) => {
      const values = definition.values(write);
      return [...values.key, ...values.expected, ...values.set];
    });
    const { rowCount } = await update(client, types, inKeyOrder(rows, Object.keys(key).length));
    return rowCount === writes.length ? undefined : 'changed';
  };
}

function batchDelete(definition: DeleteDefinition<Write>): Apply {
  const { table, key, expected } = definition;
  const types = [...Object.values(key), ...Object.values(expected)];
  const given = unnest([...named('key_', key), ...named('expected_', expected)]);
  const remove = statement(`DELETE FROM ${table} USING ${given} WHERE ${matches(table, key, expected)}`);
  return async (client, writes) => {
    const rows = writes.map((write) => {
      const values = definition.values(write);
      return [...values.key, ...values.expected];
    });
    const { rowCount } = await remove(client, types, inKeyOrder(rows, Object.keys(key).length));
    return rowCount === writes.length ? undefined : 'changed';
  };
}

/**
 * Inserts what is free, then counts the owners of what was not. The second statement has a newer snapshot, which sees the row that
 * the first one waited for; its lock keeps a claim that was found from being given up before this transaction ends.
 */
function batchClaim(definition: ClaimDefinition<Write>): Apply {
  const { table, key, owner } = definition;
  const types = [...Object.values(key), ...Object.values(owner)];
  const given = unnest([...named('key_', key), ...named('expected_', owner)]);
  const insert = statement(`${insertText(table, { ...key, ...owner })} ON CONFLICT DO NOTHING`);
  const find = statement(
    `SELECT 1 FROM ${table}, ${given} WHERE ${matches(table, key, owner)} FOR KEY SHARE OF ${table}`,
  );
  return async (client, writes) => {
    const rows = writes.map((write) => {
      const values = definition.values(write);
      return [...values.key, ...values.owner];
    });
    const ordered = inKeyOrder(rows, Object.keys(key).length);
    const inserted = await insert(client, types, ordered);
    if (inserted.rowCount === writes.length) return undefined;
    const { rowCount } = await find(client, types, ordered);
    return rowCount === writes.length ? undefined : 'claimed';
  };
}

function batchExpect(definition: ExpectDefinition<Write>): Apply {
  const { table, key, expected } = definition;
  const types = [...Object.values(key), ...Object.values(expected)];
  const given = unnest([...named('key_', key), ...named('expected_', expected)]);
  const find = statement(
    `SELECT 1 FROM ${table}, ${given} WHERE ${matches(table, key, expected)} FOR SHARE OF ${table}`,
  );
  return async (client, writes) => {
    const rows = writes.map((write) => {
      const values = definition.values(write);
      return [...values.key, ...values.expected];
    });
    const { rowCount } = await find(client, types, inKeyOrder(rows, Object.keys(key).length));
    return rowCount === writes.length ? undefined : 'changed';
  };
}

/** Prepares a statement whose parameters are one array per column. */
function statement(text: string) {
  const name = statementName(text);
  return (client: Client, types: readonly ColumnType[], rows: readonly (readonly ColumnValue[])[]) => {
    const values = types.map((type, column) =>
      encodeArray(
        type,
        rows.map((row) => valueAt(row, column)),
      ),
    );
    return client.query({ name, text, values });
  };
}

function valueAt(row: readonly ColumnValue[], column: number): ColumnValue {
  const value = row[column];
  if (value === undefined) throw new TypeError(`a row without a value for column ${column}`);
  return value;
}

function insertText(table: string, columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`);
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})`;
}

/** The parameters as a table `given`. */
function unnest(columns: readonly (readonly [string, ColumnType])[]): string {
  const arrays = columns.map(([, type], index) => `$${index + 1}::${POSTGRES_TYPES[type]}[]`);
  return `unnest(${arrays.join(', ')}) AS given (${columns.map(([name]) => name).join(', ')})`;
}

function named(prefix: string, columns: Columns): (readonly [string, ColumnType])[] {
  return Object.entries(columns).map(([name, type]) => [prefix + name, type] as const);
}

/** Key columns are never null and use their index; an expected value may be null, which has to equal null. */
function matches(table: string, key: Columns, expected: Columns): string {
  return [
    ...Object.keys(key).map((column) => `${table}.${column} = given.key_${column}`),
    ...Object.keys(expected).map((column) => `${table}.${column} IS NOT DISTINCT FROM given.expected_${column}`),
  ].join(' AND ');
}

/** Rows in the order of their first `keyLength` values, in which every group locks them: two groups then wait, but not for each other. */
function inKeyOrder(rows: readonly (readonly ColumnValue[])[], keyLength: number) {
  return rows.toSorted((a, b) => {
    for (let column = 0; column < keyLength; column++) {
      const order = compareValues(a[column]!, b[column]!);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compareValues(a: ColumnValue, b: ColumnValue): number {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (a === b) return 0;
  return a! < b! ? -1 : 1;
}
