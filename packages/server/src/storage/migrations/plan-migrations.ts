/** Decides which migrations a database still needs, without a database. */
import { createHash } from 'node:crypto';
import { ChangedMigrationError, NewerSchemaError } from './errors.ts';
import type { DialectWords, Migration } from './migration.ts';

/** A migration that a database has run, as its table `schema_migration` says. */
export interface AppliedMigration {
  readonly number: number;
  readonly checksum: string;
}

/** A migration in the words of one kind of database. */
export interface MigrationStep {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly string[];
}

/** Puts migrations into the words of one kind of database. */
export function migrationSteps(migrations: readonly Migration[], words: DialectWords): readonly MigrationStep[] {
  return migrations.map(({ number, name, statements: makeStatements }, index) => {
    if (number !== index + 1)
      throw new TypeError(`migration '${name}' has number ${number} and stands in place ${index + 1}`);
    const statements = makeStatements(words);
    const checksum = createHash('sha256')
      .update(JSON.stringify([number, name, statements]))
      .digest('hex');
    return { number, name, checksum, statements };
  });
}

/**
 * Gives the steps that are still to run, in order.
 *
 * @throws {@link NewerSchemaError} when the database has run a step that is not known here
 * @throws {@link ChangedMigrationError} when it has run another step under the same number
 */
export function planMigrations(
  applied: readonly AppliedMigration[],
  steps: readonly MigrationStep[],
): readonly MigrationStep[] {
  const checksums = new Map(applied.map(({ number, checksum }) => [number, checksum]));
  const latest = Math.max(0, ...checksums.keys());
  if (latest > steps.length) throw new NewerSchemaError(latest, steps.length);
  for (const { number, name, checksum } of steps.slice(0, latest)) {
    if (checksums.get(number) !== checksum) throw new ChangedMigrationError(number, name);
  }
  return steps.slice(latest);
}

/** The table that holds what has run; made before anything else. */
export function migrationTable({ integer, text, rowTable }: DialectWords): string {
  return `CREATE TABLE IF NOT EXISTS schema_migration (
    number ${integer} PRIMARY KEY, name ${text} NOT NULL, checksum ${text} NOT NULL, applied_ms ${integer} NOT NULL
  )${rowTable}`;
}
