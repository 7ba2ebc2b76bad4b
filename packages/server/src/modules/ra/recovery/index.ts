/** Kept keys of end entities: recovery and import. */
export {
  ImportKeystores,
  type ImportKeystoresDeps,
  type KeyImport,
  type KeyImportFailure,
  type KeystoreToImport,
} from './import-keystores.ts';
export { RemoveKeptKey, type RemoveKeptKeyDeps } from './remove-kept-key.ts';
export { type KeyRecoveryResult, RecoverKey, type RecoverKeyDeps } from './recover-key.ts';
