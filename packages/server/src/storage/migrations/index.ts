/** The steps of the schema, and the decision which of them a database still needs. */
export { MIGRATIONS } from './all-migrations.ts';
export { MigrationFailedError } from './errors.ts';
export { type Migration, postgresWords, sqliteWords } from './migration.ts';
export {
  type AppliedMigration,
  type MigrationStep,
  migrationSteps,
  migrationTable,
  planMigrations,
} from './plan-migrations.ts';
