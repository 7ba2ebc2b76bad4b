/** Keys of end entities that are kept: their recovery and their import. */
export {
  ImportKeystores,
  type ImportKeystoresDeps,
  type KeyImport,
  type KeyImportFailure,
  type KeystoreToImport,
} from './import-keystores.ts';
export { RemoveKeptKey, type RemoveKeptKeyDeps } from './remove-kept-key.ts';
export { type KeyRecoveryResult, RecoverKey, type RecoverKeyDeps } from './recover-key.ts';
