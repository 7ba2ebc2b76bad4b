import type { Database, DatabaseOptions, OpenOptions } from './database.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { openPostgresDatabase } from './postgres/postgres-database.ts';
import { openSqliteDatabase } from './sqlite/sqlite-database.ts';
import { collectDefinitions } from './write-definition.ts';

/**
 * Opens the database and brings it to the schema of this release.
 *
 * @throws {@link DatabaseOpenError} when it cannot be reached, read or written
 * @throws {@link NewerSchemaError}, {@link ChangedMigrationError}, {@link MigrationFailedError}
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const open: OpenOptions = {
    ...options,
    definitions: collectDefinitions(options.definitions),
    migrations: options.migrations ?? MIGRATIONS,
  };
  return /^postgres(ql)?:/.test(open.url) ? openPostgresDatabase(open) : openSqliteDatabase(open);
}
