/** Keys that only make signatures. They are never kept: with a second copy, nobody could say whose signature it is. */
import { type Certificate, type KeyUsage, keyUsage } from '@sealwright/pki';

/** Tells whether the key of a certificate only makes signatures: its algorithm or the certificate's key usage leaves nothing else. */
export function isSigningOnly(certificate: Pick<Certificate, 'publicKey' | 'extension'>): boolean {
  const { algorithm } = certificate.publicKey;
  if (algorithm.signs && !ALSO_ENCRYPTS.has(algorithm.name)) return true;
  const usages = certificate.extension(keyUsage);
  return usages !== undefined && !ENCRYPTING.some((usage) => usages.has(usage));
}

/** Algorithms whose keys make signatures, and also transport keys or agree on them. */
const ALSO_ENCRYPTS: ReadonlySet<string> = new Set(['RSA', 'ECDSA']);
const ENCRYPTING: readonly KeyUsage[] = ['keyEncipherment', 'dataEncipherment', 'keyAgreement'];
