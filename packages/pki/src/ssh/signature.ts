/** Signatures of SSH, from and to those that the table of algorithms makes (RFC 4253 §6.6, RFC 5656 §3.1.2, RFC 8332, RFC 8709 §6). */
import { type SignatureAlgorithm, signatureAlgorithmByName } from '../algorithm/index.ts';
import { readDer, writeDer } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { verifySignature } from '../public-key/index.ts';
import { SshError } from './errors.ts';
import type { SshPublicKey } from './public-key.ts';
import { asSshBlob, type SshBlob } from './ssh-blob.ts';
import { SshReader } from './wire-reader.ts';
import { writeSsh } from './wire-writer.ts';

/**
 * The algorithms that `key` signs with in SSH, the best first: what a crypto token is asked for. Never one over SHA-1.
 *
 * @throws {SshError} `ssh.unsupported_signature` for a key on a FIDO token
 */
export function sshSignatureAlgorithms(key: SshPublicKey): readonly SignatureAlgorithm[] {
  return signatureTypesOf(key)
    .map(({ algorithm }) => signatureAlgorithmByName(algorithm))
    .filter(({ weak }) => !weak);
}

/**
 * Encodes a signature that the owner of `key` made.
 *
 * @param algorithm - one of {@link sshSignatureAlgorithms}
 * @param signature - as a crypto token gives it: of ECDSA in DER (RFC 3279 §2.2.3)
 * @throws {SshError} `ssh.unsupported_signature`
 * @throws {DerError} for an invalid ECDSA signature
 */
export function encodeSshSignature(
  key: SshPublicKey,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
): SshBlob<'Signature'> {
  const type = signatureTypesOf(key).find((each) => each.algorithm === algorithm.name);
  if (type === undefined || algorithm.weak) {
    const usable = sshSignatureAlgorithms(key).map(({ name }) => name);
    throw new SshError(
      'ssh.unsupported_signature',
      `a key of the type ${key.type.name} does not sign with ${algorithm.name} in SSH, but with ${usable.join(' or ')}`,
    );
  }
  const octets = algorithm.keyAlgorithm.name === 'ECDSA' ? ecdsaFromDer(signature) : signature;
  return asSshBlob<'Signature'>(writeSsh((writer) => writer.text(type.name).string(octets)));
}

/**
 * Returns whether `signature` is one that the owner of `key` made over `data`.
 *
 * Says nothing about how good it is: one over SHA-1 verifies, see {@link sshSignatureAlgorithm}.
 *
 * @throws {SshError} when `signature` cannot be read, or is of a type that is not known
 * @throws {PublicKeyError} `key.invalid` when the cryptographic library refuses the key
 */
export function verifySshSignature(key: SshPublicKey, data: Uint8Array, signature: Uint8Array): boolean {
  const { name, octets } = readSignature(signature);
  const type = signatureTypesOf(key).find((each) => each.name === name);
  if (type === undefined) return false;
  const algorithm = signatureAlgorithmByName(type.algorithm);
  return verifySignature({ algorithm, publicKey: key.publicKey, data, signature: toToken(key, octets) });
}

/**
 * The algorithm that a signature says it was made with; `weak` when it rests on SHA-1.
 *
 * @throws {SshError} when it cannot be read, or is of a type that is not known
 */
export function sshSignatureAlgorithm(signature: Uint8Array): SignatureAlgorithm {
  const { name } = readSignature(signature);
  return signatureAlgorithmByName(SIGNATURE_TYPES.find((each) => each.name === name)!.algorithm);
}

interface SignatureType {
  readonly name: string;
  /** Type of the keys that make it. */
  readonly keyType: string;
  readonly algorithm: string;
}

function signatureTypesOf({ type }: SshPublicKey): readonly SignatureType[] {
  const found = SIGNATURE_TYPES.filter(({ keyType }) => keyType === type.name);
  if (found.length > 0) return found;
  throw new SshError('ssh.unsupported_signature', `signatures of the type ${type.name} are not supported`);
}

function readSignature(signature: Uint8Array): { readonly name: string; readonly octets: Uint8Array } {
  const reader = new SshReader(signature);
  const name = reader.readText();
  if (!SIGNATURE_TYPES.some((each) => each.name === name)) {
    throw new SshError('ssh.unsupported_signature', `no signature type is called '${excerpt(name)}'`);
  }
  const octets = reader.readString();
  reader.finish();
  return { name, octets };
}

function toToken({ publicKey }: SshPublicKey, octets: Uint8Array): Uint8Array {
  if (publicKey.algorithm.name === 'ECDSA') return ecdsaToDer(octets);
  if (publicKey.algorithm.name !== 'RSA') return octets;
  // RFC 4253 §6.6 calls it an integer without lengths or padding, and some leave its leading zeros out.
  const padded = new Uint8Array(Math.max(Math.ceil(publicKey.bits / 8), octets.length));
  padded.set(octets, padded.length - octets.length);
  return padded;
}

function ecdsaFromDer(der: Uint8Array): Uint8Array {
  return readDer(der, (reader) => {
    const numbers = reader.readSequence();
    const r = numbers.readIntegerBytes();
    const s = numbers.readIntegerBytes();
    numbers.finish();
    return writeSsh((writer) => writer.mpint(r).mpint(s));
  });
}

function ecdsaToDer(octets: Uint8Array): Uint8Array {
  const reader = new SshReader(octets);
  const r = reader.readMpint();
  const s = reader.readMpint();
  reader.finish();
  return writeDer((writer) => writer.sequence(() => writer.unsignedInteger(r).unsignedInteger(s)));
}

/** The first of a key's is what OpenSSH's own ssh-keygen signs certificates with. */
const SIGNATURE_TYPES: readonly SignatureType[] = [
  { name: 'rsa-sha2-512', keyType: 'ssh-rsa', algorithm: 'SHA512WithRSA' },
  { name: 'rsa-sha2-256', keyType: 'ssh-rsa', algorithm: 'SHA256WithRSA' },
  { name: 'ssh-rsa', keyType: 'ssh-rsa', algorithm: 'SHA1WithRSA' },
  { name: 'ecdsa-sha2-nistp256', keyType: 'ecdsa-sha2-nistp256', algorithm: 'SHA256withECDSA' },
  { name: 'ecdsa-sha2-nistp384', keyType: 'ecdsa-sha2-nistp384', algorithm: 'SHA384withECDSA' },
  { name: 'ecdsa-sha2-nistp521', keyType: 'ecdsa-sha2-nistp521', algorithm: 'SHA512withECDSA' },
  { name: 'ssh-ed25519', keyType: 'ssh-ed25519', algorithm: 'Ed25519' },
];
