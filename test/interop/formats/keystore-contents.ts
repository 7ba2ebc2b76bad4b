/** Keys of every type, each with a certificate and its issuer's, for keystores that other programs read or write. */
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { asDer } from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';

export const KEYSTORE_PASSWORD = 'foo123';

/** The content of a keystore of a test, in the form that its writers take. */
export type KeystoreContents = ReturnType<typeof makeKeystoreContents>;

/** The types of keys by their names. */
export const KEY_PAIRS = {
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EC: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  Ed25519: () => generateKeyPairSync('ed25519'),
  'ML-DSA-65': () => generateKeyPairSync('ml-dsa-65'),
} as const;

/** Makes a key and its certificate, under the alias `mine`. */
export function makeKeystoreContents(type: keyof typeof KEY_PAIRS, password = KEYSTORE_PASSWORD) {
  const keys = KEY_PAIRS[type]();
  const spki = new Uint8Array(keys.publicKey.export({ format: 'der', type: 'spki' }));
  const ca = TestCa.root('CN=Root');
  const { der } = ca.certify({ subject: `CN=${type}`, publicKey: asDer<'SubjectPublicKeyInfo'>(spki) });
  return {
    password,
    alias: 'mine',
    friendlyName: 'mine',
    privateKey: new Uint8Array(keys.privateKey.export({ format: 'der', type: 'pkcs8' })),
    certificate: new Uint8Array(der),
    chain: [new Uint8Array(ca.certificate.der)],
    createdMs: Date.UTC(2026, 0, 1),
    random: (count: number) => new Uint8Array(randomBytes(count)),
  };
}

/** Returns whether a PrivateKeyInfo, however it was encoded, is the key of a certificate. */
export function isKeyOf(privateKey: Uint8Array, certificate: Uint8Array): boolean {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return new X509Certificate(certificate).checkPrivateKey(key);
}
