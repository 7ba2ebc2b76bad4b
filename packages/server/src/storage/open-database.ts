import type { Database, DatabaseOptions, OpenOptions } from './engine/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { collectDefinitions } from './sql/index.ts';

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
  // Each brings libraries of its own, and a process uses one of them.
  if (/^postgres(ql)?:/.test(open.url)) {
    const { openPostgresDatabase } = await import('./postgres/index.ts');
    return openPostgresDatabase(open);
  }
  const { openSqliteDatabase } = await import('./sqlite/index.ts');
  return openSqliteDatabase(open);
}
