/** Test that a private key in a device and its public key belong together, by using both. */
import {
  constants,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { curveByName, defaultSignatureAlgorithm } from '@sealwright/pki';
import type { Random } from '../../kernel/random.ts';
import { UnsupportedKeyError } from '../../modules/crypto-tokens/index.ts';
import { CKG_MGF1, CKM } from './cryptoki.ts';
import type { DescribedKey } from './described-key.ts';
import type { DeviceSession } from './pkcs11-device.ts';

/**
 * Signs and verifies; or encrypts and decrypts, or agrees on a secret, when the key does not sign.
 *
 * @param sign - makes a signature with the key
 * @throws {@link UnsupportedKeyError} for ML-KEM, whose keys the binding cannot use
 */
export async function provesItself(
  session: DeviceSession,
  key: DescribedKey,
  random: Random,
  sign: (algorithm: string, data: Uint8Array) => Promise<Uint8Array>,
): Promise<boolean> {
  const { info, algorithm } = key;
  const publicKey = createPublicKey({ key: Buffer.from(info.publicKey), format: 'der', type: 'spki' });
  if (algorithm.signs && info.keyUsage !== 'ENCRYPT') {
    const bits = algorithm.sizing === 'curve' ? curveByName(info.specification).bits : 0;
    const { name, node } = defaultSignatureAlgorithm(algorithm, bits);
    const data = random.bytes(32);
    return verifying(node.digest, data, { key: publicKey, ...node.options }, await sign(name, data));
  }
  if (algorithm.name === 'RSA') return provesByDecryption(session, key, publicKey, random.bytes(32));
  if (algorithm.encapsulates === true) {
    throw new UnsupportedKeyError(
      'algorithm',
      'Keys of ML-KEM in a device cannot be tested: pkcs11js does not decapsulate.',
    );
  }
  return provesByAgreement(session, key, publicKey);
}

async function provesByDecryption(
  session: DeviceSession,
  { handle }: DescribedKey,
  publicKey: KeyObject,
  secret: Uint8Array,
): Promise<boolean> {
  // With SHA-1, where its collisions do no harm, since every token has that.
  const encrypted = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    secret,
  );
  const parameter = { kind: 'oaep', hash: CKM['CKM_SHA_1']!, mgf: CKG_MGF1['SHA1']! } as const;
  const mechanism = CKM['CKM_RSA_PKCS_OAEP']!;
  const decrypted = await session.ask('decrypt', { handle, mechanism, parameter, data: encrypted });
  return Buffer.compare(decrypted, secret) === 0;
}

async function provesByAgreement(
  session: DeviceSession,
  { handle, info, algorithm }: DescribedKey,
  publicKey: KeyObject,
): Promise<boolean> {
  const { nodeName: namedCurve, bits } = curveOf(info.specification, algorithm.fixed?.bits);
  const other =
    algorithm.sizing === 'curve'
      ? generateKeyPairSync('ec', { namedCurve })
      : generateKeyPairSync(algorithm.nodeType as 'x25519');
  const spki = other.publicKey.export({ format: 'der', type: 'spki' });
  const mechanism = CKM['CKM_ECDH1_DERIVE']!;
  const derived = await session.ask('derive', {
    handle,
    mechanism,
    parameter: { kind: 'ecdh' },
    // The point ends the SubjectPublicKeyInfo.
    data: spki.subarray(-pointOctets(bits, algorithm.sizing === 'curve')),
    length: Math.ceil(bits / 8),
  });
  return Buffer.compare(derived, diffieHellman({ privateKey: other.privateKey, publicKey })) === 0;
}

function curveOf(specification: string, fixedBits: number | undefined): { nodeName: string; bits: number } {
  return fixedBits === undefined ? curveByName(specification) : { nodeName: specification, bits: fixedBits };
}

/** Returns the length of an uncompressed point, or of a coordinate alone. */
function pointOctets(bits: number, uncompressed: boolean): number {
  const coordinate = Math.ceil(bits / 8);
  return uncompressed ? 2 * coordinate + 1 : coordinate;
}

const verifying = promisify(verify);
