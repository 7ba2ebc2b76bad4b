/** The keys that `enroll` makes. */
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { asDer, type Der } from '@sealwright/pki';

/** A key that was made here. */
export interface NewKey {
  readonly privateKey: KeyObject;
  /** PKCS#8 in DER, not encrypted. */
  readonly pkcs8: Uint8Array;
  readonly publicKey: Der<'SubjectPublicKeyInfo'>;
}

/** By the names of `--key-type`. */
export const KEY_TYPES = {
  'P-256': () => generate('ec', { namedCurve: 'P-256' }),
  'P-384': () => generate('ec', { namedCurve: 'P-384' }),
  'P-521': () => generate('ec', { namedCurve: 'P-521' }),
  'RSA-2048': () => generate('rsa', { modulusLength: 2048 }),
  'RSA-3072': () => generate('rsa', { modulusLength: 3072 }),
  'RSA-4096': () => generate('rsa', { modulusLength: 4096 }),
  Ed25519: () => generate('ed25519', {}),
  Ed448: () => generate('ed448', {}),
  'ML-DSA-44': () => generate('ml-dsa-44', {}),
  'ML-DSA-65': () => generate('ml-dsa-65', {}),
  'ML-DSA-87': () => generate('ml-dsa-87', {}),
} as const satisfies Record<string, () => Promise<KeyPair>>;

export type KeyType = keyof typeof KEY_TYPES;

/** Makes a key, off the event loop: RSA-4096 takes seconds. */
export async function makeKey(type: KeyType): Promise<NewKey> {
  const { privateKey, publicKey } = await KEY_TYPES[type]();
  return {
    privateKey,
    pkcs8: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: asDer<'SubjectPublicKeyInfo'>(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))),
  };
}

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** `node:crypto` types each kind of key apart; the kinds here all give two key objects. */
const generate = promisify(generateKeyPair) as unknown as (type: string, options: object) => Promise<KeyPair>;
