import { appError } from '../../kernel/errors.ts';

/** The database was made by a later release; this one could damage what it does not know. */
export class NewerSchemaError extends appError('unavailable', 'storage.newer_schema') {
  constructor(found: number, known: number) {
    super(
      `The database has schema ${found} and this release knows schemas up to ${known}. Start the release that made it, or a later one.`,
      { context: { found, known } },
    );
  }
}

/** A migration that the database has run is not the one that this release knows under the number. */
export class ChangedMigrationError extends appError('unavailable', 'storage.changed_migration') {
  constructor(number: number, name: string) {
    super(`The database has run another migration ${number} than '${name}' of this release.`, {
      context: { number, name },
    });
  }
}

/** A migration failed and was undone; the database is as it was before it. */
export class MigrationFailedError extends appError('unavailable', 'storage.migration_failed') {
  constructor(number: number, name: string, options: ErrorOptions) {
    super(`Migration ${number} ('${name}') of the database failed and was undone.`, {
      ...options,
      context: { number, name },
    });
  }
}
