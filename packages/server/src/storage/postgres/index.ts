/** A database of a PostgreSQL server. */
export { openPostgresReads } from './postgres-connection.ts';
export { openPostgresDatabase } from './postgres-database.ts';
