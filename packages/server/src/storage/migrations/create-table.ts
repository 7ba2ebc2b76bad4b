/**
 * Returns the statement that makes a table.
 *
 * @param end - `rowTable` or `keyTable` of the words of the database
 * @param columns - columns and constraints in their order
 */
export function createTable(name: string, end: string, columns: readonly string[]): string {
  return `CREATE TABLE ${name} (\n${INDENT}${columns.join(BETWEEN)}\n    )${end}`;
}

/** Returns columns of one type that may not be null. */
export function notNull(type: string, ...names: readonly string[]): string {
  return names.map((name) => `${name} ${type} NOT NULL`).join(BETWEEN);
}

// Checksums of the statements are stored, so that even their white space stays.
const INDENT = '      ';
const BETWEEN = `,\n${INDENT}`;
