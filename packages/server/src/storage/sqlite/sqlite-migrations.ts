/** Brings an SQLite file to the schema of this release. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type AppliedMigration,
  type Migration,
  MigrationFailedError,
  type MigrationStep,
  migrationSteps,
  migrationTable,
  planMigrations,
  sqliteWords,
} from '../migrations/index.ts';

/**
 * Runs what is missing, each step in a transaction that locks the file.
 *
 * Before the first step on a file that has tables it writes a copy beside it, `<path>.schema-<number>.backup`, for its owner alone.
 *
 * @throws {@link NewerSchemaError}, {@link ChangedMigrationError} before anything is touched
 * @throws {@link MigrationFailedError} when a step failed; those before it stand
 */
export function migrateSqlite(database: DatabaseSync, path: string, migrations: readonly Migration[]): void {
  const steps = migrationSteps(migrations, sqliteWords);
  const applied = readApplied(database);
  const pending = planMigrations(applied, steps);
  if (pending.length > 0 && applied.length > 0) backUp(database, path, applied.length);
  for (let remaining = pending.length; remaining > 0;) remaining = runNextStep(database, steps);
}

/** Runs one step and says how many are left. Decides anew under the lock: another process may have run it meanwhile. */
function runNextStep(database: DatabaseSync, steps: readonly MigrationStep[]): number {
  database.exec('BEGIN EXCLUSIVE');
  try {
    database.exec(migrationTable(sqliteWords));
    const [step, ...others] = planMigrations(readApplied(database), steps);
    if (step !== undefined) runStep(database, step);
    database.exec('COMMIT');
    return others.length;
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function runStep(database: DatabaseSync, { number, name, checksum, statements }: MigrationStep): void {
  try {
    for (const statement of statements) database.exec(statement);
    database
      .prepare(`INSERT INTO schema_migration VALUES (?, ?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER))`)
      .run(number, name, checksum);
  } catch (error) {
    throw new MigrationFailedError(number, name, { cause: error });
  }
}

function readApplied(database: DatabaseSync): readonly AppliedMigration[] {
  const table = database
    .prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'`)
    .get();
  if (table === undefined) return [];
  return database.prepare('SELECT number, checksum FROM schema_migration').all() as unknown as AppliedMigration[];
}

/** The copy gets its name only when it is complete and on the disk. */
function backUp(database: DatabaseSync, path: string, schema: number): void {
  const finished = `${path}.schema-${schema}.backup`;
  const unfinished = `${finished}.part`;
  rmSync(unfinished, { force: true });
  closeSync(openSync(unfinished, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(unfinished);
  chmodSync(unfinished, 0o600);
  synchronize(unfinished);
  renameSync(unfinished, finished);
  if (process.platform !== 'win32') synchronize(dirname(finished));
}

function synchronize(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
