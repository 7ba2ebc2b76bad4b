/** Kept keys of end entities: recovery and import. */
export { ImportKeystores, type ImportKeystoresDeps, type KeystoreToImport } from './import-keystores.ts';
export { RemoveKeptKey } from './remove-kept-key.ts';
export { RecoverKey, type RecoverKeyDeps } from './recover-key.ts';
