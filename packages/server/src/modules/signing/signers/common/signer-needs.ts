import { signsWith } from '@sealwright/pki';
import { type SigningKey, signingRefusal, type WorkerNeeds } from '../../worker-contract/index.ts';
import { hashRefusal, type SignatureChoice } from './signature-algorithm.ts';
import type { TimeStamping } from './time-stamping.ts';

/** Returns the needs of a signer: a key that signs by its algorithm, and the worker that makes its time-stamps. */
export function signerNeeds(
  settings: SignatureChoice & { readonly timeStamping?: TimeStamping | undefined },
): WorkerNeeds {
  const source = settings.timeStamping?.source;
  return {
    workers: source?.kind === 'worker' ? [{ property: 'TSA_WORKER', named: source.worker }] : [],
    keyRefusal: (key) => signingRefusal(key) ?? keyTypeRefusal(settings, key) ?? hashRefusal(settings, key),
  };
}

function keyTypeRefusal({ algorithm }: SignatureChoice, { alias, publicKey }: SigningKey): string | undefined {
  if (algorithm === undefined || signsWith(algorithm, publicKey.algorithm)) return undefined;
  return `SIGNATUREALGORITHM takes a key of ${algorithm.keyAlgorithm.name}, and '${alias}' is one of ${publicKey.algorithm.name}`;
}
