/** The stores that the modules ask for, one for each of their interfaces. */
export { clockEvidence, type DatabaseClock } from './installation/clock-evidence.ts';
export type { SqlCryptoTokenStore } from './keys/crypto-token-store.ts';
export { SqlDocumentStore } from './installation/document-store.ts';
export { SqlServiceRunStore } from './background/service-run-store.ts';
export { storesOf, WRITE_DEFINITIONS } from './stores.ts';
