/**
 * The tables.
 *
 * Names say the unit: `_ms` milliseconds and `_s` seconds since 1970, `_key` and `_sha256` hex text or octets of a SHA-256. `id` is
 * the internal 53-bit id; `public_id` is the number that clients see. Migrations make these tables; a test compares the two.
 */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { ColumnType, Row } from './columns.ts';
import { authoritiesTables } from './tables/authorities.ts';
import { backgroundTables } from './tables/background.ts';
import { certificatesTables } from './tables/certificates.ts';
import { endEntitiesTables } from './tables/end-entities.ts';
import { installationTables } from './tables/installation.ts';
import type { DeleteDefinition, InsertDefinition, UpdateDefinition } from './write-definition.ts';

export const TABLES = {
  ...authoritiesTables,
  ...backgroundTables,
  ...certificatesTables,
  ...endEntitiesTables,
  ...installationTables,
};

/** The rows of all tables, as statements see them. */
export type Schema = { [T in keyof typeof TABLES]: Row<(typeof TABLES)[T]> };

/** Returns columns of a table with their types: those that are named, in the order of the names, or all as they are declared. */
export function columnsOf<T extends keyof Schema>(
  table: T,
  ...names: readonly (keyof Schema[T] & string)[]
): Readonly<Record<string, ColumnType>> {
  const declared: Readonly<Record<string, string>> = TABLES[table];
  return Object.fromEntries(
    (names.length === 0 ? Object.keys(declared) : names).map((name) => [
      name,
      declared[name]!.replace('?', '') as ColumnType,
    ]),
  );
}

/**
 * Defines a write that inserts a row.
 *
 * @param row - the row of a write; a column that it leaves out does not compile
 */
export function insertInto<T extends keyof Schema, W extends Write>(
  table: T,
  op: W['op'],
  row: (write: W) => Schema[T],
): InsertDefinition<W> {
  const columns = columnsOf(table);
  const names = Object.keys(columns) as (keyof Schema[T])[];
  return {
    kind: 'insert',
    op,
    table,
    columns,
    row(write) {
      const values = row(write);
      return names.map((name) => values[name]);
    },
  };
}

/** Returns the names of all columns of a table but those. */
export function columnsBeside<T extends keyof Schema, K extends keyof Schema[T] & string>(
  table: T,
  ...names: readonly K[]
): readonly Exclude<keyof Schema[T] & string, K>[] {
  const left: ReadonlySet<string> = new Set(names);
  return Object.keys(TABLES[table]).filter((name): name is Exclude<keyof Schema[T] & string, K> => !left.has(name));
}

/**
 * Defines a write that changes a row.
 *
 * @param columns - names of the columns that find the row, of those that it is expected to have, and of those that get new values
 * @param row - their values; a column that it leaves out does not compile
 */
export function updateIn<
  T extends keyof Schema,
  W extends Write,
  K extends keyof Schema[T] & string,
  E extends keyof Schema[T] & string,
  S extends keyof Schema[T] & string,
>(
  table: T,
  op: W['op'],
  { key, expected, set }: { readonly key: readonly K[]; readonly expected: readonly E[]; readonly set: readonly S[] },
  row: (write: W) => {
    readonly key: Pick<Schema[T], K>;
    readonly expected: Pick<Schema[T], E>;
    readonly set: Pick<Schema[T], S>;
  },
): UpdateDefinition<W> {
  return {
    kind: 'update',
    op,
    table,
    key: columnsOf(table, ...key),
    expected: columnsOf(table, ...expected),
    set: columnsOf(table, ...set),
    values(write) {
      const values = row(write);
      return {
        key: key.map((name) => values.key[name]),
        expected: expected.map((name) => values.expected[name]),
        set: set.map((name) => values.set[name]),
      };
    },
  };
}

/**
 * Defines a write that deletes a row.
 *
 * @param columns - names of the columns that find the row, and of those that it is expected to have
 * @param row - their values; a column that it leaves out does not compile
 */
export function deleteFrom<
  T extends keyof Schema,
  W extends Write,
  K extends keyof Schema[T] & string,
  E extends keyof Schema[T] & string = never,
>(
  table: T,
  op: W['op'],
  { key, expected = [] }: { readonly key: readonly K[]; readonly expected?: readonly E[] },
  row: (write: W) => Pick<Schema[T], K | E>,
): DeleteDefinition<W> {
  return {
    kind: 'delete',
    op,
    table,
    key: columnsOf(table, ...key),
    expected: expected.length === 0 ? {} : columnsOf(table, ...expected),
    values(write) {
      const values = row(write);
      const valuesOf = (names: readonly (K | E)[]) => names.map((name) => values[name]);
      return { key: valuesOf(key), expected: valuesOf(expected) };
    },
  };
}
