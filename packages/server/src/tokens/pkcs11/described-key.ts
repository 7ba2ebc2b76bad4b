import type { KeyAlgorithm } from '@sealwright/pki';
import type { KeyPairInfo, KeyUsage } from '../../modules/crypto-tokens/index.ts';
import type { DeviceKey } from './protocol.ts';
import { publicKeyOf } from './public-key-of.ts';

/** A private key of a device in the words of the tables. */
export interface DescribedKey {
  readonly info: KeyPairInfo;
  readonly algorithm: KeyAlgorithm;
  /** Means something to the process that gave it, and to no other. */
  readonly handle: Uint8Array;
  readonly extractable: boolean;
}

/** Undefined for a key whose public key the device does not tell, or of a kind that this program does not know. */
export function describeKey(key: DeviceKey, alias: string): DescribedKey | undefined {
  const publicKey = alias === '' ? undefined : publicKeyOf(key);
  if (publicKey === undefined) return undefined;
  const { algorithm, specification, der } = publicKey;
  return {
    info: { alias, algorithm: algorithm.name, specification, keyUsage: usageOf(key), publicKey: der },
    algorithm,
    handle: key.handle,
    extractable: key.extractable,
  };
}

/**
 * Names the keys: by their label where it is theirs alone, else by their CKA_ID in hexadecimal; '' when they have neither.
 */
export function aliasesOf(keys: readonly Pick<DeviceKey, 'label' | 'id'>[]): string[] {
  const times = new Map<string, number>();
  for (const { label } of keys) times.set(label, (times.get(label) ?? 0) + 1);
  return keys.map(({ label, id }) =>
    label !== '' && times.get(label) === 1 ? label : Buffer.from(id).toString('hex'),
  );
}

function usageOf({ signs, decrypts }: DeviceKey): KeyUsage | undefined {
  if (signs) return decrypts ? 'SIGN_ENCRYPT' : 'SIGN';
  return decrypts ? 'ENCRYPT' : undefined;
}
