/** Storage: the database of an installation and the stores on it. */
export { type Database, probeWrite, WatchedWrites } from './engine/index.ts';
export { openDatabase } from './open-database.ts';
export {
  clockEvidence,
  type DatabaseClock,
  type SqlCryptoTokenStore,
  SqlDocumentStore,
  SqlServiceRunStore,
  storesOf,
  WRITE_DEFINITIONS,
} from './stores/index.ts';
