/** The stores that the modules ask for, one for each of their interfaces. */
export { AbandonedCrlPartReader } from './abandoned-crl-part-reader.ts';
export { SqlArchiveStore } from './archive-store.ts';
export { AuditRecordTimes } from './audit-store.ts';
export { clockEvidence, type DatabaseClock } from './clock-evidence.ts';
export type { SqlCryptoTokenStore } from './crypto-token-store.ts';
export { SqlDocumentStore } from './document-store.ts';
export { SqlKeyUsageStore } from './key-usage-store.ts';
export { KrlReader } from './krl-reader.ts';
export { SqlServiceRunStore } from './service-run-store.ts';
export { storesOf, WRITE_DEFINITIONS } from './stores.ts';
export { SqlTimedRunStore } from './timed-run-store.ts';
export { UnsignedCrlReader } from './unsigned-crl-reader.ts';
export { UploadedCrlReader } from './uploaded-crl-reader.ts';
