/** The settings of a new CA from what is usually said of one. */
import {
  AlgorithmError,
  curveByName,
  defaultSignatureAlgorithm,
  keyAlgorithmByName,
  type SignatureAlgorithm,
} from '@sealwright/pki';
import { UsageError } from '../errors.ts';
import type { Settings } from '../rest/administration-rest.ts';

/** Parts of a CA by the options of `ca create`. */
export interface NewCa {
  readonly subject?: string | undefined;
  readonly keyType: string;
  readonly token: string;
  /** The name of a CA, or {@link ELSEWHERE}; undefined for a root. */
  readonly signedBy?: string | undefined;
  /** The certificate profile; undefined for the one of roots or of sub CAs. */
  readonly profile?: string | undefined;
  readonly validity?: string | undefined;
}

/** Value in the document of a CA whose certificate others issue. */
export const ELSEWHERE = 'External CA';

/**
 * The settings of the CA `name`. Its key is called after it: CAs may share a token.
 *
 * @throws {@link UsageError} for a kind of key that there is not
 */
export function newCaSettings(name: string, { subject, keyType, token, signedBy, profile, validity }: NewCa): Settings {
  const { specification, signatureAlgorithm } = signingKey(keyType);
  return {
    subjectDn: subject ?? `CN=${name}`,
    cryptoToken: token,
    certSignKey: `${name} signKey`,
    signKeySpec: specification,
    signatureAlgorithm: signatureAlgorithm.name,
    ...(signedBy === undefined ? {} : { signedBy }),
    certificateProfile: profile ?? (signedBy === undefined ? 'ROOTCA' : 'SUBCA'),
    ...(validity === undefined ? {} : { validity }),
  };
}

interface SigningKey {
  readonly specification: string;
  readonly signatureAlgorithm: SignatureAlgorithm;
}

/** `RSA-3072`, a curve, or an algorithm that leaves nothing to choose. */
function signingKey(keyType: string): SigningKey {
  const modulus = /^RSA-(\d{4,5})$/i.exec(keyType)?.[1];
  if (modulus !== undefined) return keyOf(modulus, 'RSA', Number(modulus));
  const bits = orUndefined(() => curveByName(keyType).bits);
  if (bits !== undefined) return keyOf(keyType, 'EC', bits);
  const algorithm = orUndefined(() => keyAlgorithmByName(keyType));
  if (algorithm?.sizing === 'fixed' && algorithm.signs) return keyOf(algorithm.name, algorithm.name, 0);
  throw new UsageError(
    `'${keyType}' is not a kind of key that a CA signs with, such as P-256, P-384, RSA-3072, Ed25519 or ML-DSA-65`,
  );
}

function keyOf(specification: string, algorithm: string, bits: number): SigningKey {
  return { specification, signatureAlgorithm: defaultSignatureAlgorithm(keyAlgorithmByName(algorithm), bits) };
}

function orUndefined<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof AlgorithmError) return undefined;
    throw error;
  }
}
