/** Kept private keys, encrypted for the escrow key of the CA. */
export { KeptKeyMarkedError, KeptKeyNotFoundError, KeyNotAvailableError, NoEscrowKeyError } from './errors.ts';
export { EscrowKeyUsers } from './escrow-key-users.ts';
export type { EscrowKeys } from './escrow-keys.ts';
export type { KeepKey, KeptKeyPlan } from './keep-key.ts';
export {
  type DeleteKeptKey,
  type EscrowKeyName,
  type InsertKeptKey,
  type KeptKey,
  type KeptKeyStore,
  type MarkKeptKey,
  markWrite,
  planUnmark,
  type RewrapKeptKey,
} from './kept-key.ts';
export { keyRecoveryModule } from './key-recovery-module.ts';
export type { RecoverableKeys } from './recoverable-keys.ts';
export { rewrapJob } from './rewrap-kept-keys.ts';
