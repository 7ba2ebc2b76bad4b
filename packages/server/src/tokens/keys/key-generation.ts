/** Generation of key pairs in software. */
import { generateKeyPair } from 'node:crypto';
import type { KeyPlan, NewKeyPair } from '../../modules/crypto-tokens/index.ts';

/** Makes a key pair in the thread pool. */
export function generateKeys({ algorithm, options }: KeyPlan): Promise<NewKeyPair> {
  const { promise, resolve, reject } = Promise.withResolvers<NewKeyPair>();
  const encodings = {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  } as const;
  const done = (error: Error | null, publicKey: Uint8Array, privateKey: Uint8Array): void => {
    if (error === null) resolve({ publicKey: Uint8Array.from(publicKey), privateKey });
    else reject(error);
  };
  // The types list each kind of key by itself; the table gives the kind as text.
  (generateKeyPair as GenerateAnyKeyPair)(algorithm.nodeType, { ...options, ...encodings }, done);
  return promise;
}

type GenerateAnyKeyPair = (
  type: string,
  options: object,
  done: (error: Error | null, publicKey: Uint8Array, privateKey: Uint8Array) => void,
) => void;
