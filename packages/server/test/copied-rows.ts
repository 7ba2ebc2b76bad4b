import type { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/** Copies the rows of all tables of an SQLite database into a PostgreSQL database of the same schema, instead of those that are there. */
export async function copyRows(from: DatabaseSync, url: string): Promise<void> {
  const to = new Client({ connectionString: url });
  await to.connect();
  try {
    const tables = from.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    for (const { name } of tables.filter((table) => table.name !== 'schema_migration')) {
      await to.query(`DELETE FROM ${name}`);
      for (const row of from.prepare(`SELECT * FROM ${name}`).all()) {
        const places = Object.keys(row).map((_, index) => `$${index + 1}`);
        await to.query(
          `INSERT INTO ${name} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
          Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value)),
        );
      }
    }
  } finally {
    await to.end();
  }
}
