/** The database interface for stores, and the parts that both kinds share. */
export { databaseNowMs, readDatabaseClock } from './database-clock.ts';
export type { Database, DatabaseOptions, OpenOptions } from './database.ts';
export { DatabaseOpenError, DatabaseReadError, OtherWriterVersionError, TooFewConnectionsError } from './errors.ts';
export { claimIdBlock } from './id-blocks.ts';
export { storageUnavailable, unavailableReason } from './unavailable-reason.ts';
export { UnitQueue } from './unit-queue.ts';
export { STORED, type UnitOutcome, type UnitReceipt, type UnitWriter } from './unit-writer.ts';
export { WatchedWrites } from './watched-writes.ts';
export { probeWrite } from './write-probe.ts';
