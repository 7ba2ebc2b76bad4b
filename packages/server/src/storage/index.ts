/** Storage: the database of an installation and the stores on it. */
export { type Database, probeWrite, WatchedWrites } from './engine/index.ts';
export { openDatabase } from './open-database.ts';
export {
  AbandonedCrlPartReader,
  AuditRecordTimes,
  clockEvidence,
  type DatabaseClock,
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
