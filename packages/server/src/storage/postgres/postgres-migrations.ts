/** Brings a PostgreSQL database to the schema of this release. */
import { Client } from 'pg';
import {
  type AppliedMigration,
  type Migration,
  MigrationFailedError,
  type MigrationStep,
  migrationSteps,
  migrationTable,
  planMigrations,
  postgresWords,
} from '../migrations/index.ts';
import type { PostgresTimeouts } from '../readers/index.ts';
import { postgresConfig } from './postgres-connection.ts';

/**
 * Runs the missing migrations, each in a transaction, while other starting processes wait.
 *
 * @throws {@link NewerSchemaError}, {@link ChangedMigrationError} before anything is touched
 * @throws {@link MigrationFailedError} when a step failed; the steps before it stay applied
 */
export async function migratePostgres(
  url: string,
  { connectMs }: PostgresTimeouts,
  migrations: readonly Migration[],
): Promise<void> {
  const steps = migrationSteps(migrations, postgresWords);
  // A step, and the wait for another process to finish one, may take long.
  const client = new Client(postgresConfig(url, { statementMs: HOUR_MS, connectMs }));
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    for (const step of planMigrations(await readApplied(client), steps)) await runStep(client, step);
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

async function runStep(client: Client, { number, name, checksum, statements }: MigrationStep): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migrationTable(postgresWords));
    for (const statement of statements) await client.query(statement);
    await client.query(INSERT_APPLIED, [number, name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    throw new MigrationFailedError(number, name, { cause: error });
  }
}

async function readApplied(client: Client): Promise<readonly AppliedMigration[]> {
  const table = await client.query<{ found: string | null }>(`SELECT to_regclass('schema_migration')::text AS found`);
  if (table.rows[0]!.found === null) return [];
  return (await client.query<AppliedMigration>('SELECT number, checksum FROM schema_migration')).rows;
}

const INSERT_APPLIED = `INSERT INTO schema_migration
  VALUES ($1, $2, $3, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)`;
/** Any number that nothing else in the database uses for an advisory lock. */
const MIGRATION_LOCK = 0x5ea1_0002;
const HOUR_MS = 3_600_000;
