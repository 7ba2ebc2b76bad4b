/** The certificates that a signer brings along. */
import type { Certificate } from '@sealwright/pki';
import {
  type ProcessContext,
  type SigningKey,
  WorkerMisconfiguredError,
  type WorkerProperties,
} from '../../worker-contract/index.ts';

/**
 * Reads the number of certificates of the chain in the output: all, unless INCLUDE_CERTIFICATE_LEVELS says otherwise.
 *
 * @param minimum - 0 for formats that can do without
 */
export function readCertificateLevels(properties: WorkerProperties, minimum: 0 | 1): number {
  return properties.integer('INCLUDE_CERTIFICATE_LEVELS', { minimum, maximum: 1_000_000, otherwise: Infinity });
}

/** The certificate of a signer whose format names it. @throws {@link WorkerMisconfiguredError} when the worker has none */
export function certificateOf({ chain, alias }: SigningKey, { worker }: ProcessContext): Certificate {
  const [certificate] = chain;
  if (certificate === undefined) {
    throw new WorkerMisconfiguredError(worker.id, [`the key '${alias}' has no certificate`]);
  }
  return certificate;
}
