/** Threads that sign and verify. */
export type { CryptoOperation, SignOperation, VerifyOperation } from './crypto-messages.ts';
export { CryptoThread } from './crypto-thread.ts';
