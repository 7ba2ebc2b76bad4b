/** The property SIGNATUREALGORITHM, and what is signed with when it leaves that open. */
import {
  AlgorithmError,
  defaultSignatureAlgorithm,
  type HashAlgorithm,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
  signatureAlgorithms,
} from '@sealwright/pki';
import { didYouMean } from '../../../../kernel/text/nearest-word.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type SigningKey,
  WorkerMisconfiguredError,
  type WorkerProperties,
} from '../../worker-contract/index.ts';

/** The algorithm that the property names; undefined when the key decides. */
export function readSignatureAlgorithm(properties: WorkerProperties): SignatureAlgorithm | undefined {
  const name = properties.text('SIGNATUREALGORITHM');
  if (name === undefined) return undefined;
  try {
    return signatureAlgorithmByName(name);
  } catch (error) {
    if (!(error instanceof AlgorithmError)) throw error;
    const meant = didYouMean(
      name,
      signatureAlgorithms.map((algorithm) => algorithm.name),
    );
    properties.report('SIGNATUREALGORITHM', `is '${name}', which is not a known signature algorithm${meant}`);
    return undefined;
  }
}

/** Choice of the signature algorithm by the properties of a worker. */
export interface SignatureChoice {
  /** Undefined when the key decides. */
  readonly algorithm: SignatureAlgorithm | undefined;
  /** Hash of the key's own algorithm then; undefined when the key decides that, too. */
  readonly hash?: HashAlgorithm | undefined;
}

/** @throws {@link WorkerMisconfiguredError} for a key that does not go with the hash, or hashes in a way of its own */
export function chosenSignatureAlgorithm(
  choice: SignatureChoice,
  key: SigningKey,
  { worker }: Pick<ProcessContext, 'worker'>,
): SignatureAlgorithm {
  const fitting = fittingAlgorithm(choice, key);
  if (fitting !== undefined) return fitting;
  throw new WorkerMisconfiguredError(worker.id, [unfitHash(choice, key)]);
}

/** Returns the reason why the algorithm that is left to a key does not go with the hash; undefined when it does. */
export function hashRefusal(choice: SignatureChoice, key: SigningKey): string | undefined {
  return fittingAlgorithm(choice, key) === undefined ? unfitHash(choice, key) : undefined;
}

/** Undefined when the key's algorithm does not go with the hash. */
function fittingAlgorithm({ algorithm, hash }: SignatureChoice, key: SigningKey): SignatureAlgorithm | undefined {
  const usual = algorithm ?? usualSignatureAlgorithm(key);
  if (algorithm !== undefined || hash === undefined) return usual;
  return usual.hash && sameSchemeWith(usual, hash);
}

function unfitHash({ hash }: SignatureChoice, key: SigningKey): string {
  return `the key '${key.alias}' signs with ${usualSignatureAlgorithm(key).name}, which does not go with ${hash?.name}`;
}

/** Returns the algorithm of a key whose worker names none: ECDSA with SHA-256 on every curve, as clients of SignServer know it. */
export function usualSignatureAlgorithm({ publicKey }: SigningKey): SignatureAlgorithm {
  const { algorithm, bits } = publicKey;
  return algorithm.name === 'ECDSA'
    ? signatureAlgorithmByName('SHA256withECDSA')
    : defaultSignatureAlgorithm(algorithm, bits);
}

/**
 * The algorithm by which a client's hash is signed: the worker's, which has to be by that hash, or else the key's with it.
 *
 * @throws {@link IllegalRequestError}
 */
export function signatureAlgorithmOfHash(
  configured: SignatureAlgorithm | undefined,
  key: SigningKey,
  hash: HashAlgorithm,
): SignatureAlgorithm {
  const algorithm = configured ?? usualSignatureAlgorithm(key);
  if (algorithm.hash === hash) return algorithm;
  const withHash = configured === undefined ? sameSchemeWith(algorithm, hash) : undefined;
  if (withHash !== undefined) return withHash;
  throw new IllegalRequestError(`The worker signs with ${algorithm.name}, which takes no hash of ${hash.name}`);
}

/** The algorithm that differs in its hash only; undefined when there is none. */
export function sameSchemeWith(algorithm: SignatureAlgorithm, hash: HashAlgorithm): SignatureAlgorithm | undefined {
  return signatureAlgorithms.find(
    (one) => one.hash === hash && one.keyAlgorithm === algorithm.keyAlgorithm && isPss(one) === isPss(algorithm),
  );
}

function isPss({ node }: SignatureAlgorithm): boolean {
  return node.options.saltLength !== undefined;
}
