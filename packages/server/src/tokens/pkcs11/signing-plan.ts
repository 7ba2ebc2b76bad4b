/** Plan for a signature by a token: the mechanism, its input, and the conversion of its output. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { curveByName, encodeDigestInfo, type HashAlgorithm, type SignatureAlgorithm, writeDer } from '@sealwright/pki';
import { CKG_MGF1, CKM } from './cryptoki.ts';
import type { MechanismParameter } from './protocol.ts';

export interface SigningPlan {
  readonly mechanism: number;
  readonly parameter: MechanismParameter | undefined;
  /** For tokens that take no signature of it without a parameter, although the specification lets it away. */
  readonly otherParameter?: MechanismParameter;
  /** Makes the token's input from a message. */
  readonly input: (message: Uint8Array) => Promise<Uint8Array>;
  /** Makes the token's input from the digest of a message; undefined when it takes the message only. */
  readonly digestInput: ((digest: Uint8Array) => Uint8Array) | undefined;
  /** Makes the signature from the token's output. */
  readonly signature: (made: Uint8Array) => Uint8Array;
}

/**
 * The mechanism by which a token makes a signature. The hash is made here when the token has a mechanism for that: less has to travel, and
 * every token that signs with a kind of key at all has it, whereas those that hash as well come one by one.
 *
 * @param mechanisms - the numbers of those that the token has
 * @returns undefined when the token has none for it
 */
export function signingMechanism(algorithm: SignatureAlgorithm, mechanisms: readonly number[]): number | undefined {
  const ofHash = algorithm.hash === undefined ? undefined : CKM[algorithm.pkcs11HashMechanism ?? ''];
  return [ofHash, CKM[algorithm.pkcs11Mechanism]].find((each) => each !== undefined && mechanisms.includes(each));
}

/**
 * The way to a signature.
 *
 * @param specification - of the key: a curve's name
 * @param mechanisms - the numbers of those that the token has
 * @returns undefined when the token has none for it
 */
export function planSignature(
  algorithm: SignatureAlgorithm,
  specification: string,
  mechanisms: readonly number[],
): SigningPlan | undefined {
  const mechanism = signingMechanism(algorithm, mechanisms);
  if (mechanism === undefined) return undefined;
  const signature = algorithm.keyAlgorithm.name === 'ECDSA' ? ecdsaSignature : unchanged;
  const { hash } = algorithm;
  const plan = { mechanism, parameter: parameterOf(algorithm), signature };
  if (hash !== undefined && mechanism === CKM[algorithm.pkcs11HashMechanism ?? '']) {
    const digestInput = digestInputOf(algorithm, hash, specification);
    return { ...plan, input: async (message) => digestInput(await digestInSteps(hash, message)), digestInput };
  }
  const whole = { ...plan, input: (message: Uint8Array) => Promise.resolve(message), digestInput: undefined };
  return mechanism === CKM['CKM_EDDSA'] ? { ...whole, otherParameter: PURE_EDDSA } : whole;
}

function parameterOf({ hash, node, pkcs11HashMechanism }: SignatureAlgorithm): MechanismParameter | undefined {
  if (hash === undefined || pkcs11HashMechanism !== 'CKM_RSA_PKCS_PSS') return undefined;
  const saltLength = node.options.saltLength ?? hash.length;
  return { kind: 'pss', hash: hashMechanism(hash), mgf: CKG_MGF1[hash.pkcs11Name]!, saltLength };
}

function hashMechanism({ pkcs11Name }: HashAlgorithm): number {
  // SHA-1 alone has a name of its own here.
  return CKM[pkcs11Name === 'SHA1' ? 'CKM_SHA_1' : `CKM_${pkcs11Name}`]!;
}

function digestInputOf(
  { pkcs11HashMechanism }: SignatureAlgorithm,
  hash: HashAlgorithm,
  specification: string,
): (digest: Uint8Array) => Uint8Array {
  if (pkcs11HashMechanism === 'CKM_RSA_PKCS') return (digest) => encodeDigestInfo({ hash, digest });
  if (pkcs11HashMechanism !== 'CKM_ECDSA') return (digest) => digest;
  // A hash longer than the curve's order is cut to its leftmost bits (FIPS 186-5 §6.4.1); not every token does that by itself.
  const octets = Math.ceil(curveByName(specification).bits / 8);
  return (digest) => digest.subarray(0, octets);
}

/** A long message, such as a CRL, does not hold the event loop for all of its length. */
async function digestInSteps({ nodeName }: HashAlgorithm, message: Uint8Array): Promise<Uint8Array> {
  const digest = createHash(nodeName);
  for (let at = 0; at < message.length; at += STEP) {
    if (at > 0) await setImmediate();
    digest.update(message.subarray(at, at + STEP));
  }
  return new Uint8Array(digest.digest());
}

/** From r and s, one after the other, to Ecdsa-Sig-Value (RFC 3279 §2.2.3). */
function ecdsaSignature(made: Uint8Array): Uint8Array {
  const half = made.length / 2;
  return writeDer((writer) =>
    writer.sequence(() => writer.unsignedInteger(made.subarray(0, half)).unsignedInteger(made.subarray(half))),
  );
}

function unchanged(made: Uint8Array): Uint8Array {
  return made;
}

/** Octets: about a millisecond of hashing. */
const STEP = 2 ** 20;
/** CK_EDDSA_PARAMS without prehash and context: a flag, a length and a pointer, all zero, as 64-bit systems lay it out. */
const PURE_EDDSA: MechanismParameter = { kind: 'octets', octets: new Uint8Array(24) };
