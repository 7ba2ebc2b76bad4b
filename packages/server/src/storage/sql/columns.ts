/** Columns of tables as values, and the types of rows that follow from them. */

/** Types of columns in both databases: int8/INTEGER, text, bytea/BLOB. */
export type ColumnType = 'integer' | 'text' | 'bytes';

/** The type of a column as a table declares it; a question mark says that it may be null. */
export type DeclaredType = ColumnType | `${ColumnType}?`;

/** Tables by name, each with its columns. */
export type Tables = Readonly<Record<string, Readonly<Record<string, DeclaredType>>>>;

/** The row of a table. */
export type Row<Table extends Readonly<Record<string, DeclaredType>>> = {
  -readonly [C in keyof Table]: Table[C] extends `${infer T extends ColumnType}?`
    ? Value[T] | null
    : Value[Table[C] & ColumnType];
};

interface Value {
  integer: number;
  text: string;
  bytes: Uint8Array;
}
