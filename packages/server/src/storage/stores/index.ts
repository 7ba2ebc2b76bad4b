/** The stores that the modules ask for, one for each of their interfaces. */
export { SqlArchiveStore } from './archive-store.ts';
export { AuditRecordTimes } from './audit-store.ts';
export { clockEvidence, type DatabaseClock } from './clock-evidence.ts';
export type { SqlCryptoTokenStore } from './crypto-token-store.ts';
export { SqlDocumentStore } from './document-store.ts';
export { SqlKeyUsageStore } from './key-usage-store.ts';
export { SqlServiceRunStore } from './service-run-store.ts';
export { storesOf, WRITE_DEFINITIONS } from './stores.ts';
export { SqlTimedRunStore } from './timed-run-store.ts';
