import {
  AlgorithmError,
  type HashAlgorithm,
  type KeyAlgorithm,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signsWith,
} from '@sealwright/pki';
import {
  type KeyPairInfo,
  type SignatureOptions,
  UnsupportedSignatureError,
} from '../../modules/crypto-tokens/index.ts';

/**
 * The signature algorithm that a key pair is asked for.
 *
 * @param name - of the table of signature algorithms, in any case
 * @throws {@link UnsupportedSignatureError} when there is none, when it is weak and not allowed all the same, or when the key does not make
 *   such signatures
 */
export function chooseSignature(
  { alias, keyUsage }: Pick<KeyPairInfo, 'alias' | 'keyUsage'>,
  keyAlgorithm: KeyAlgorithm,
  name: string,
  { allowSha1 = false }: SignatureOptions = {},
): SignatureAlgorithm {
  const algorithm = signatureAlgorithm(name);
  if (!signsWith(algorithm, keyAlgorithm)) {
    throw new UnsupportedSignatureError(
      `The key pair '${alias}' (${keyAlgorithm.name}) does not make signatures of ${algorithm.name}.`,
    );
  }
  if (algorithm.weak && !(allowSha1 && algorithm.hash?.name === 'SHA-1')) {
    throw new UnsupportedSignatureError(`${algorithm.name} rests on a broken hash: no new signatures of it are made.`);
  }
  if (keyUsage === 'ENCRYPT') {
    throw new UnsupportedSignatureError(`The key pair '${alias}' was made to encrypt and does not sign.`);
  }
  return algorithm;
}

/**
 * The same for a digest that is signed as it comes.
 *
 * @throws {@link UnsupportedSignatureError} also when the algorithm takes the message itself, or the digest is not one of its hash
 */
export function chooseDigestSignature(
  key: Pick<KeyPairInfo, 'alias' | 'keyUsage'>,
  keyAlgorithm: KeyAlgorithm,
  name: string,
  digest: Uint8Array,
  options?: SignatureOptions,
): SignatureAlgorithm & { readonly hash: HashAlgorithm } {
  const algorithm = chooseSignature(key, keyAlgorithm, name, options);
  const { hash } = algorithm;
  if (hash === undefined) {
    throw new UnsupportedSignatureError(`${algorithm.name} signs messages and no hashes of them.`);
  }
  if (digest.length !== hash.length) {
    throw new UnsupportedSignatureError(
      `A hash of ${digest.length} octets is not one of ${hash.name}, which has ${hash.length}.`,
    );
  }
  return { ...algorithm, hash };
}

function signatureAlgorithm(name: string): SignatureAlgorithm {
  try {
    return signatureAlgorithmByName(name);
  } catch (cause) {
    if (!(cause instanceof AlgorithmError)) throw cause;
    throw new UnsupportedSignatureError(`The signature algorithm is not supported: ${cause.message}.`, { cause });
  }
}
