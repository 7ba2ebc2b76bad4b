/** Keys that only make signatures. They are never kept, because with a second copy nobody could prove who made a signature. */
import { type Certificate, type KeyUsage, keyUsage } from '@sealwright/pki';

/** Tells whether the key of a certificate only makes signatures, because its algorithm or the key usage allows nothing else. */
export function isSigningOnly(certificate: Pick<Certificate, 'publicKey' | 'extension'>): boolean {
  const { algorithm } = certificate.publicKey;
  if (algorithm.signs && !ALSO_ENCRYPTS.has(algorithm.name)) return true;
  const usages = certificate.extension(keyUsage);
  return usages !== undefined && !ENCRYPTING.some((usage) => usages.has(usage));
}

/** Algorithms for signatures as well as for key transport or key agreement. */
const ALSO_ENCRYPTS: ReadonlySet<string> = new Set(['RSA', 'ECDSA']);
const ENCRYPTING: readonly KeyUsage[] = ['keyEncipherment', 'dataEncipherment', 'keyAgreement'];
