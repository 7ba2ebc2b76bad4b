/** A database in a file of this host. */
export { openSqliteReader } from './sqlite-connection.ts';
export { sqliteReads } from './sqlite-reads.ts';
export { openSqliteDatabase } from './sqlite-database.ts';
