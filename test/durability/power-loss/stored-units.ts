/** The content of a database of `commit-units.ts` after the process was killed. */
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../../packages/server/src/storage/open-database.ts';

/** The units found. */
export interface StoredUnits {
  /** The usernames that have an audit record: the receipts of the units. */
  readonly usernames: ReadonlySet<string>;
  /** Usernames of units of which one row is there and another is not. */
  readonly halves: readonly string[];
  /** `ok`, or what `PRAGMA integrity_check` found wrong. */
  readonly integrity: string;
}

/** Opens the file as the program does, which recovers it, and reads it. */
export async function readStoredUnits(path: string): Promise<StoredUnits> {
  const opened = await openDatabase({
    url: `sqlite:${path}`,
    definitions: [],
    onBackgroundError: (error) => {
      throw error;
    },
  });
  await opened.close();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const texts = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0]));
    return {
      usernames: new Set(texts('SELECT username FROM audit_record')),
      halves: texts(HALVES),
      integrity: texts('PRAGMA integrity_check').join(', '),
    };
  } finally {
    database.close();
  }
}

/** Every unit made an end entity, its record and its claim. */
const HALVES = `
  WITH records AS (SELECT username FROM audit_record),
       entities AS (SELECT username FROM end_entity),
       claims AS (SELECT 'user-' || end_entity_id FROM name_claim)
  SELECT * FROM (SELECT * FROM records EXCEPT SELECT * FROM entities)
  UNION SELECT * FROM (SELECT * FROM entities EXCEPT SELECT * FROM records)
  UNION SELECT * FROM (SELECT * FROM records EXCEPT SELECT * FROM claims)
  UNION SELECT * FROM (SELECT * FROM claims EXCEPT SELECT * FROM records)`;
