/** Test that a private key and a public key belong together, by using both. The slow halves run in the thread pool. */
import {
  createPublicKey,
  decapsulate,
  diffieHellman,
  encapsulate,
  generateKeyPairSync,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { curveByName, defaultSignatureAlgorithm, type KeyAlgorithm } from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import type { KeyPairInfo } from '../../modules/crypto-tokens/index.ts';

/**
 * Signs and verifies, or agrees on a secret when the key does not sign or is only to encrypt.
 *
 * @throws what `node:crypto` throws for keys that do not work at all
 */
export async function provesItself(
  privateKey: KeyObject,
  info: KeyPairInfo,
  algorithm: KeyAlgorithm,
  random: Random,
): Promise<boolean> {
  const publicKey = createPublicKey({ key: Buffer.from(info.publicKey), format: 'der', type: 'spki' });
  if (algorithm.signs && info.keyUsage !== 'ENCRYPT') {
    return provesBySigning(privateKey, publicKey, info, algorithm, random.bytes(32));
  }
  if (algorithm.sizing === 'curve') return provesByAgreement(privateKey, publicKey, info);
  const { ciphertext, sharedKey } = await encapsulating(publicKey);
  return isSame(sharedKey, await decapsulating(privateKey, ciphertext));
}

async function provesBySigning(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { specification }: KeyPairInfo,
  algorithm: KeyAlgorithm,
  data: Uint8Array,
): Promise<boolean> {
  const bits = algorithm.sizing === 'curve' ? curveByName(specification).bits : 0;
  const { digest, options } = defaultSignatureAlgorithm(algorithm, bits).node;
  const signature = await signing(digest, data, { key: privateKey, ...options });
  return verifying(digest, data, { key: publicKey, ...options }, signature);
}

/** Diffie-Hellman with a key made for it: OpenSSL encapsulates on the curves of NIST only. */
function provesByAgreement(privateKey: KeyObject, publicKey: KeyObject, { specification }: KeyPairInfo): boolean {
  const other = generateKeyPairSync('ec', { namedCurve: curveByName(specification).nodeName });
  return isSame(
    diffieHellman({ privateKey, publicKey: other.publicKey }),
    diffieHellman({ privateKey: other.privateKey, publicKey }),
  );
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const signing = promisify(sign);
const verifying = promisify(verify);
const encapsulating = promisify(encapsulate);
const decapsulating = promisify(decapsulate);
