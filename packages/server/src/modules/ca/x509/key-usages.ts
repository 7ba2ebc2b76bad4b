/** Key usages by key algorithm. */
import type { KeyAlgorithm, KeyUsage } from '@sealwright/pki';

/**
 * Returns the subset of `usages` that a key of `algorithm` supports: RFC 3279 §2.3.1 for RSA and DSA, RFC 8813 §3 for EC, RFC 8410 §5 for Edwards and
 * Montgomery curves, RFC 9881 §5 and RFC 9909 §6 for ML-DSA and SLH-DSA, RFC 9935 §5 for ML-KEM. So one profile serves several kinds of keys.
 */
export function keyUsagesOf(algorithm: KeyAlgorithm, usages: readonly KeyUsage[]): readonly KeyUsage[] {
  const allowed = allowedUsages(algorithm);
  return usages.filter((usage) => allowed.includes(usage));
}

/** Returns the usages that a key of the algorithm can have. */
export function allowedUsages({ name, signs, encapsulates }: KeyAlgorithm): readonly KeyUsage[] {
  if (name === 'RSA') return [...SIGNING, 'keyEncipherment', 'dataEncipherment'];
  if (name === 'ECDSA') return [...SIGNING, ...AGREEING];
  if (signs) return SIGNING;
  return encapsulates === true ? ['keyEncipherment'] : AGREEING;
}

const SIGNING: readonly KeyUsage[] = ['digitalSignature', 'nonRepudiation', 'keyCertSign', 'cRLSign'];
const AGREEING: readonly KeyUsage[] = ['keyAgreement', 'encipherOnly', 'decipherOnly'];
