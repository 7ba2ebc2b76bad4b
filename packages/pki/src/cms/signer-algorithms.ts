/** Which digest goes with which signature algorithm in a SignerInfo, and how both are identified there. */
import {
  AlgorithmError,
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  type HashAlgorithm,
  hashAlgorithmByName,
  hashAlgorithmByOid,
  isNull,
  keyAlgorithmByName,
  NULL_PARAMETERS,
  type SignatureAlgorithm,
  signatureAlgorithmOf,
  signatureAlgorithms,
} from '../algorithm/index.ts';
import { type Der, oid, type Oid, readDer, writeDer } from '../der/index.ts';
import { CmsError } from './errors.ts';

/** The algorithms of one signer, with their identifiers exactly as its SignerInfo has them. */
export interface SignerAlgorithms {
  /** Hash of the content. */
  readonly digest: HashAlgorithm;
  readonly digestDer: Der<'AlgorithmIdentifier'>;
  readonly signature: SignatureAlgorithm;
  readonly signatureDer: Der<'AlgorithmIdentifier'>;
}

/** Departures of a signer from what is usual for its signature algorithm. */
export interface SignerAlgorithmOptions {
  /** The digest by which a client has hashed the content; the usual one when left out. */
  readonly digest?: HashAlgorithm | undefined;
  /** True when there are no signed attributes; false when left out. */
  readonly direct?: boolean | undefined;
}

/**
 * The algorithms of a signer that we write; the same object for the same ones.
 *
 * A signature algorithm that hashes goes with its own hash. The others go with SHA-512 (Ed25519: RFC 8419 §3.1, ML-DSA: RFC 9882
 * §3.3), SHAKE256 (Ed448) or what they hash with inside (SLH-DSA: RFC 9814 §4), unless another is asked for. RSA with
 * PKCS #1 v1.5 is written as `rsaEncryption`, which every reader knows (RFC 3370 §3.2).
 *
 * @throws {@link CmsError} `cms.digest_not_allowed`
 */
export function signerAlgorithms(
  signature: SignatureAlgorithm,
  options: SignerAlgorithmOptions = {},
): SignerAlgorithms {
  const { digest, direct = false } = options;
  const usual = usualDigest(signature);
  const chosen = digest ?? usual;
  if (!mayDigest(signature, chosen)) {
    throw new CmsError(
      'cms.digest_not_allowed',
      `${signature.name} does not sign what ${chosen.name} has digested; ${usual.name} goes with it`,
    );
  }
  // Keyed by the object, since two of the same name may differ by the length of the salt.
  const made = known.get(signature) ?? [];
  let algorithms = made.find((each) => each.digest === chosen && each.direct === direct);
  if (algorithms === undefined)
    known.set(signature, [...made, (algorithms = makeAlgorithms(signature, chosen, direct))]);
  return algorithms;
}

interface KnownAlgorithms extends SignerAlgorithms {
  readonly direct: boolean;
}

function makeAlgorithms(signature: SignatureAlgorithm, digest: HashAlgorithm, direct: boolean): KnownAlgorithms {
  const signatureDer = signature.node.options.padding === undefined ? signature.der : rsaDer(signature);
  return { digest, digestDer: digestDer(signature, digest, direct), signature, signatureDer, direct };
}

/**
 * The hash that a digestAlgorithm names; SHAKE with its length spelled out too, when that is the length CMS takes.
 *
 * @throws {AlgorithmError}
 */
export function digestAlgorithmOf({ oid, parameters }: AlgorithmIdentifier): HashAlgorithm {
  if (parameters === undefined || isNull(parameters)) return hashAlgorithmByOid(oid);
  const shake = SHAKE_BY_LENGTH.get(oid);
  if (shake !== undefined && readDer(parameters, (reader) => reader.readSmallInteger(MAX_BITS)) === shake.length * 8)
    return shake;
  throw new AlgorithmError('algorithm.bad_parameters', `the digest ${oid} has parameters that are not its own`);
}

/**
 * The algorithm of a signature. `rsaEncryption` and `id-dsa` leave the hash to the digestAlgorithm (RFC 3370 §3).
 *
 * @throws {AlgorithmError}
 */
export function signerSignatureAlgorithm(identifier: AlgorithmIdentifier, digest: HashAlgorithm): SignatureAlgorithm {
  const key = KEYS_AS_SIGNATURES.find(({ oid }) => oid === identifier.oid);
  const found =
    key && signatureAlgorithms.find((one) => one.keyAlgorithm === key && one.hash === digest && !isPss(one));
  return found ?? signatureAlgorithmOf(identifier.der);
}

/**
 * Returns whether what `digest` has digested may be signed so: an algorithm that hashes takes its own hash for the content too (RFC 8933 §3.1), and
 * EdDSA is bound to one (RFC 8419 §3.1).
 */
export function mayDigest(signature: SignatureAlgorithm, digest: HashAlgorithm): boolean {
  const isFree = signature.hash === undefined && signature.keyAlgorithm.contentDigest?.bound !== true;
  return isFree || usualDigest(signature) === digest;
}

function usualDigest({ name, hash, keyAlgorithm }: SignatureAlgorithm): HashAlgorithm {
  if (hash !== undefined) return hash;
  const { contentDigest } = keyAlgorithm;
  if (contentDigest === undefined)
    throw new AlgorithmError('algorithm.unknown', `no digest of the content goes with ${name}`);
  return hashAlgorithmByName(contentDigest.hash);
}

/**
 * Without parameters (RFC 5754 §2, RFC 8702 §3.1) but for MD5 (RFC 3370 §2.2), and for the SHAKE256 of attributes that Ed448 signs
 * (RFC 8419 §3.1).
 */
function digestDer({ name }: SignatureAlgorithm, digest: HashAlgorithm, direct: boolean): Der<'AlgorithmIdentifier'> {
  if (digest.name === 'MD5') return encodeAlgorithmIdentifier(digest.oid, NULL_PARAMETERS);
  if (name !== 'Ed448' || direct) return encodeAlgorithmIdentifier(digest.oid);
  const bits = writeDer((writer) => writer.integer(digest.length * 8));
  return encodeAlgorithmIdentifier(SHAKE256_LEN, bits);
}

function rsaDer(signature: SignatureAlgorithm): Der<'AlgorithmIdentifier'> {
  return isPss(signature) ? signature.der : encodeAlgorithmIdentifier(signature.keyAlgorithm.oid, NULL_PARAMETERS);
}

function isPss({ node }: SignatureAlgorithm): boolean {
  return node.options.saltLength !== undefined;
}

const known = new WeakMap<SignatureAlgorithm, readonly KnownAlgorithms[]>();
const KEYS_AS_SIGNATURES = [keyAlgorithmByName('RSA'), keyAlgorithmByName('DSA')];
/** id-shake256-len. */
const SHAKE256_LEN = oid('2.16.840.1.101.3.4.2.18');
/** SHAKE with the length of its digest as a parameter, in bits. */
const SHAKE_BY_LENGTH: ReadonlyMap<Oid, HashAlgorithm> = new Map([
  [oid('2.16.840.1.101.3.4.2.17'), hashAlgorithmByName('SHAKE128')],
  [SHAKE256_LEN, hashAlgorithmByName('SHAKE256')],
]);
const MAX_BITS = 0xffff;
