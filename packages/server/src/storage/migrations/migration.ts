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
};
