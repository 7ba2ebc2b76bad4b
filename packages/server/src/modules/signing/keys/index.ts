/** Keys of workers: where they are, how they sign, and how often. */
export type { CaKeyDirectory } from './ca-key-directory.ts';
export { KeyUsageLimitError, SigningKeyUnavailableError, WorkerHasNoKeyError } from './errors.ts';
export { type KeyUsage, KeyUsages, type KeyUsageStore } from './key-usages.ts';
export { type ManagedKey, ManagedKeys } from './managed-keys.ts';
export { OwnTokenDirectory } from './own-token-directory.ts';
export { presentCertificate, requireValidCertificate, signingEnd } from './signer-certificate.ts';
export { SigningKeys } from './signing-keys.ts';
export { reasonOf, tokenProblem } from './token-problem.ts';
export { tokenRights } from './token-rights.ts';
export { WorkerKeyTests } from './worker-key-tests.ts';
export { WorkerKeyUsers } from './worker-key-users.ts';
export { type MadeWorkerKey, WorkerKeys } from './worker-keys.ts';
export {
  namedKeyOf,
  noTokenText,
  requireAdministeredToken,
  requireWorkerToken,
  type TokenOfWorker,
  workerToken,
  type WorkerToken,
} from './worker-token.ts';
