import type { ServiceExecutors } from '../services/index.ts';
import { ExpirationChecker, type ExpirationCheckerDeps } from './expiration-checker.ts';

/** Constructs the search for what ends soon. */
export function expiryModule(deps: ExpirationCheckerDeps) {
  const checker = new ExpirationChecker(deps);
  return {
    executors: { CERTIFICATE_EXPIRATION_CHECKER: checker.executor } satisfies Partial<ServiceExecutors>,
  };
}
