/** Keys of end entities that are kept: their recovery and their import. */
export { type KeyRecoveryResult, RecoverKey, type RecoverKeyDeps } from './recover-key.ts';
