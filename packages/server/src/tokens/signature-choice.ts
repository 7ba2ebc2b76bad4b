import {
  AlgorithmError,
  type KeyAlgorithm,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signsWith,
} from '@sealwright/pki';
import { type KeyPairInfo, UnsupportedSignatureError } from '../modules/crypto-tokens/index.ts';

/**
 * The signature algorithm that a key pair is asked for.
 *
 * @param name - of the table of signature algorithms, in any case
 * @throws {@link UnsupportedSignatureError} when there is none, when it is weak, or when the key does not make such signatures
 */
export function chooseSignature(
  { alias, keyUsage }: Pick<KeyPairInfo, 'alias' | 'keyUsage'>,
  keyAlgorithm: KeyAlgorithm,
  name: string,
): SignatureAlgorithm {
  const algorithm = signatureAlgorithm(name);
  if (!signsWith(algorithm, keyAlgorithm)) {
    throw new UnsupportedSignatureError(
      `The key pair '${alias}' (${keyAlgorithm.name}) does not make signatures of ${algorithm.name}.`,
    );
  }
  if (algorithm.weak) {
    throw new UnsupportedSignatureError(`${algorithm.name} rests on a broken hash: no new signatures of it are made.`);
  }
  if (keyUsage === 'ENCRYPT') {
    throw new UnsupportedSignatureError(`The key pair '${alias}' was made to encrypt and does not sign.`);
  }
  return algorithm;
}

function signatureAlgorithm(name: string): SignatureAlgorithm {
  try {
    return signatureAlgorithmByName(name);
  } catch (cause) {
    if (!(cause instanceof AlgorithmError)) throw cause;
    throw new UnsupportedSignatureError(`The signature algorithm is not supported: ${cause.message}.`, { cause });
  }
}
