import type { PublicKey } from '@sealwright/pki';
import type { KeyPlan } from '../../../crypto-tokens/index.ts';
import { KeptKeyDiffersError, KeySpecificationError, UnsupportedKeyAlgorithmError } from '../../errors/index.ts';
import { readRequestedKey } from '../../server-keys/index.ts';

/**
 * Refuses a request for a key of another kind than the kept one. If the kept key was imported and is of a kind that is not generated here, and so
 * cannot be requested, any request is accepted.
 *
 * @throws {@link KeptKeyDiffersError}
 */
export function requireWantedKey(wanted: KeyPlan, { algorithm, bits, curve }: PublicKey): void {
  const specification = curve?.name ?? (algorithm.sizing === 'modulus' ? String(bits) : algorithm.name);
  const kept = plannable({ algorithm: algorithm.name, specification });
  if (kept === undefined) return;
  if (kept.algorithm.name === wanted.algorithm.name && kept.specification === wanted.specification) return;
  throw new KeptKeyDiffersError(
    { algorithm: wanted.algorithm.name, specification: wanted.specification },
    { algorithm: kept.algorithm.name, specification: kept.specification },
  );
}

function plannable(key: Parameters<typeof readRequestedKey>[0]): KeyPlan | undefined {
  try {
    return readRequestedKey(key);
  } catch (error) {
    if (error instanceof KeySpecificationError || error instanceof UnsupportedKeyAlgorithmError) return undefined;
    throw error;
  }
}
