import { parsePublicKey, type PublicKey } from '@sealwright/pki';
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

/** A key pair outside every crypto token: of the server's TLS certificate, and of a super administrator until it is handed over. */
export interface KeyPair {
  readonly publicKey: PublicKey;
  /** PKCS#8, DER, in clear. Overwrite it when it is no longer needed. */
  readonly privateKey: Uint8Array;
}

/** Makes a P-256 key pair. */
export async function newKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { publicKey: parsePublicKey(new Uint8Array(publicKey)), privateKey };
}
