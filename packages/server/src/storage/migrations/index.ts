import { initial } from './0001-initial.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; a number is given once and for ever. */
export const MIGRATIONS: readonly Migration[] = [initial];
