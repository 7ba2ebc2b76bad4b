/** Storage: the database of an installation and the stores on it. */
export { type Database, probeWrite, readDatabaseClock } from './engine/index.ts';
export { openDatabase } from './open-database.ts';
export {
  AbandonedCrlPartReader,
  AuditRecordTimes,
  CrlTimes,
  KrlReader,
  SqlArchiveStore,
  type SqlCryptoTokenStore,
  SqlDocumentStore,
  SqlKeyUsageStore,
  SqlServiceRunStore,
  SqlTimedRunStore,
  storesOf,
  UnsignedCrlReader,
  UploadedCrlReader,
  WRITE_DEFINITIONS,
} from './stores/index.ts';
