/** One numbered, forward-only step of the schema. Once released its statements never change: their checksum is stored. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** The statements in order, in the words that both databases share. */
  readonly statements: (words: DialectWords) => readonly string[];
}

/** Words in which the two databases differ when tables are defined. */
export interface DialectWords {
  readonly integer: string;
  readonly text: string;
  readonly bytes: string;
  /** Ends a table whose rows come in the order of their id. */
  readonly rowTable: string;
  /** Ends a table that is its own primary key index, where the database knows such. */
  readonly keyTable: string;
  /** Statements after which a table notes the id of each row that is inserted into another one, in the same transaction. */
  readonly noteInserted: (table: string, into: string) => readonly string[];
  /** Statements after which the table of {@link noteInserted} has further columns of each row. */
  readonly noteMore: (table: string, into: string, columns: readonly string[]) => readonly string[];
  /**
   * Statements after which a change of `column` leaves two rows in another table, in the same transaction: the columns as they were with -1 in `amount`,
   * and as they are with 1.
   */
  readonly noteChanges: (table: string, column: string, into: string, of: AmountsOf) => readonly string[];
  /**
   * Statements after which rows that leave a table are added up in another one, in the same transaction. Those whose first key is null are not.
   *
   * @param added - the amount of a row: a column of the table, or 1
   */
  readonly addDeleted: (table: string, into: string, of: AmountsOf, added: string) => readonly string[];
  /**
   * Statements after which a unique index also has columns that are not unique, so that these are read without the row. PostgreSQL reads the row of a
   * recent change all the same, so none are needed there.
   *
   * @param keys - the columns that are unique, which no statement updates
   */
  readonly coverUnique: (
    index: string,
    table: string,
    keys: readonly string[],
    more: readonly string[],
  ) => readonly string[];
}

/** The columns of a table that has amounts by keys. */
export interface AmountsOf {
  readonly keys: readonly string[];
  readonly amount: string;
}

/** STRICT: a value that is not of the column's type is refused, as PostgreSQL does. */
export const sqliteWords: DialectWords = {
  integer: 'INTEGER',
  text: 'TEXT',
  bytes: 'BLOB',
  rowTable: ' STRICT',
  keyTable: ' WITHOUT ROWID, STRICT',
  noteInserted: (table, into) => [
    `CREATE TRIGGER note_${into} AFTER INSERT ON ${table} BEGIN INSERT INTO ${into} (id) VALUES (NEW.id); END`,
  ],
  noteMore: (table, into, columns) => [
    `DROP TRIGGER note_${into}`,
    `CREATE TRIGGER note_${into} AFTER INSERT ON ${table} BEGIN INSERT INTO ${into} (id, ${columns.join(', ')})
      VALUES (NEW.id, ${columns.map((column) => `NEW.${column}`).join(', ')}); END`,
  ],
  noteChanges: (table, column, into, { keys, amount }) => [
    `CREATE TRIGGER note_${into} AFTER UPDATE OF ${column} ON ${table} WHEN OLD.${column} <> NEW.${column} BEGIN
      INSERT INTO ${into} (${keys.join(', ')}, ${amount})
        VALUES (${keys.map((key) => `OLD.${key}`).join(', ')}, -1), (${keys.map((key) => `NEW.${key}`).join(', ')}, 1); END`,
  ],
  addDeleted: (table, into, { keys, amount }, added) => [
    `CREATE TRIGGER add_${table} AFTER DELETE ON ${table} WHEN OLD.${keys[0]} IS NOT NULL BEGIN
      INSERT INTO ${into} (${keys.join(', ')}, ${amount}) VALUES (${keys.map((key) => `OLD.${key}`).join(', ')}, ${added === '1' ? added : `OLD.${added}`})
        ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${amount} = ${amount} + excluded.${amount}; END`,
  ],
  // A unique index can have no column besides its keys, so a trigger keeps these unique. One connection writes at a time.
  coverUnique: (index, table, keys, more) => [
    `DROP INDEX ${index}`,
    `CREATE INDEX ${index} ON ${table} (${[...keys, ...more].join(', ')})`,
    `CREATE TRIGGER ${index}_unique BEFORE INSERT ON ${table}
      WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${keys.map((key) => `${key} = NEW.${key}`).join(' AND ')}) BEGIN
      SELECT RAISE(ABORT, 'UNIQUE constraint failed: ${keys.map((key) => `${table}.${key}`).join(', ')}'); END`,
  ],
};

/** Texts compare by code unit, as they do in SQLite and in JavaScript. */
export const postgresWords: DialectWords = {
  integer: 'bigint',
  text: 'text COLLATE "C"',
  bytes: 'bytea',
  rowTable: '',
  keyTable: '',
  // Once for a statement: units are stored in groups.
  noteInserted: (table, into) => [
    `CREATE FUNCTION note_${into}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO ${into} (id) SELECT id FROM added; RETURN NULL; END'`,
    `CREATE TRIGGER note_${into} AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION note_${into}()`,
  ],
  // The function alone: to drop a trigger waits for everybody who reads the table.
  noteMore: (_, into, columns) => [
    `CREATE OR REPLACE FUNCTION note_${into}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO ${into} (id, ${columns.join(', ')}) SELECT id, ${columns.join(', ')} FROM added; RETURN NULL; END'`,
  ],
  noteChanges: (table, column, into, { keys, amount }) => [
    `CREATE FUNCTION note_${into}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO ${into} (${keys.join(', ')}, ${amount})
        VALUES (${keys.map((key) => `OLD.${key}`).join(', ')}, -1), (${keys.map((key) => `NEW.${key}`).join(', ')}, 1);
        RETURN NULL; END'`,
    `CREATE TRIGGER note_${into} AFTER UPDATE OF ${column} ON ${table}
      FOR EACH ROW WHEN (OLD.${column} <> NEW.${column}) EXECUTE FUNCTION note_${into}()`,
  ],
  // In the order of the keys, so that two that add at once do not wait for each other.
  addDeleted: (table, into, { keys, amount }, added) => [
    `CREATE FUNCTION add_${table}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO ${into} AS total (${keys.join(', ')}, ${amount})
        SELECT ${keys.join(', ')}, sum(${added}) FROM gone WHERE ${keys[0]} IS NOT NULL
          GROUP BY ${keys.join(', ')} ORDER BY ${keys.join(', ')}
        ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${amount} = total.${amount} + excluded.${amount};
        RETURN NULL; END'`,
    `CREATE TRIGGER add_${table} AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION add_${table}()`,
  ],
  coverUnique: () => [],
};
