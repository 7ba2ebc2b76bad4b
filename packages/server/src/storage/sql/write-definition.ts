/**
 * Definitions that bring the writes of a unit to their tables.
 *
 * Each `stores/<noun>-store.ts` defines the writes of its tables; both drivers are written against these definitions alone, so
 * that SQLite (one prepared statement a row) and PostgreSQL (one statement a table and group) cannot drift apart.
 */
import type { Write } from '../../kernel/unit-of-work.ts';
import type { ColumnType } from './columns.ts';

/** A value as both databases take it: integers are safe numbers, bytes are Uint8Array. */
export type ColumnValue = string | number | Uint8Array | null;

/** Columns and their types, in the order in which a definition's functions give values. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** Inserts one row; a row with one of its unique keys is a conflict `exists`. */
export interface InsertDefinition<W extends Write> {
  readonly kind: 'insert';
  readonly op: W['op'];
  readonly table: string;
  readonly columns: Columns;
  row(write: W): readonly ColumnValue[];
}

/**
 * Changes exactly one row: the one with `key` and `expected`. None is a conflict `changed`.
 *
 * `set` are the new values. `expected` is the version or state that the plan was made on.
 */
export interface UpdateDefinition<W extends Write> {
  readonly kind: 'update';
  readonly op: W['op'];
  readonly table: string;
  readonly key: Columns;
  readonly expected: Columns;
  readonly set: Columns;
  values(write: W): {
    readonly key: readonly ColumnValue[];
    readonly expected: readonly ColumnValue[];
    readonly set: readonly ColumnValue[];
  };
}

/** Deletes exactly one row: the one with `key` and `expected`. None is a conflict `changed`. */
export interface DeleteDefinition<W extends Write> {
  readonly kind: 'delete';
  readonly op: W['op'];
  readonly table: string;
  readonly key: Columns;
  readonly expected: Columns;
  values(write: W): { readonly key: readonly ColumnValue[]; readonly expected: readonly ColumnValue[] };
}

/** Inserts the row of a claim table, or finds that `key` belongs to `owner` already. Another owner is a conflict `claimed`. */
export interface ClaimDefinition<W extends Write> {
  readonly kind: 'claim';
  readonly op: W['op'];
  readonly table: string;
  readonly key: Columns;
  readonly owner: Columns;
  values(write: W): { readonly key: readonly ColumnValue[]; readonly owner: readonly ColumnValue[] };
}

/**
 * Changes nothing, and holds only while the row with `key` and `expected` is there. None is a conflict `changed`.
 *
 * For what a plan relies on and does not write, such as the state of a token. Any number of units may expect one row at a time; one
 * that changes it waits for them.
 */
export interface ExpectDefinition<W extends Write> {
  readonly kind: 'expect';
  readonly op: W['op'];
  readonly table: string;
  readonly key: Columns;
  readonly expected: Columns;
  values(write: W): { readonly key: readonly ColumnValue[]; readonly expected: readonly ColumnValue[] };
}

/** Moves the configuration epoch by one. */
export interface EpochDefinition {
  readonly kind: 'epoch';
  readonly op: 'epoch.move';
}

/**
 * One operation on one row. Without an argument it is any of them: the functions are declared as methods, whose parameters TypeScript
 * compares both ways, so that a definition of one write is a definition of some write.
 */
export type WriteDefinition<W extends Write = Write> =
  | InsertDefinition<W>
  | UpdateDefinition<W>
  | DeleteDefinition<W>
  | ClaimDefinition<W>
  | ExpectDefinition<W>
  | EpochDefinition;

/** The definitions of all modules by `op`, as the drivers take them. */
export type WriteDefinitions = ReadonlyMap<string, WriteDefinition>;

/** Collects definitions and refuses two of one `op`. */
export function collectDefinitions(definitions: readonly WriteDefinition[]): WriteDefinitions {
  const byOp = new Map<string, WriteDefinition>();
  for (const definition of definitions) {
    if (byOp.has(definition.op)) throw new TypeError(`two definitions of the write '${definition.op}'`);
    byOp.set(definition.op, definition);
  }
  return byOp;
}
