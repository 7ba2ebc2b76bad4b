import { type Certificate, keyUsage } from '@sealwright/pki';

/** What a certificate of a person is for. */
export type CertificatePurpose = 'IDENTIFICATION' | 'ELECTRONIC_SIGNATURE';

/** What the key usage of the certificate makes it good for; nothing when it has none. @throws {DerError} */
export function purposesOf(certificate: Certificate): readonly CertificatePurpose[] {
  const usages = certificate.extension(keyUsage);
  if (usages === undefined) return [];
  const identifies = usages.has('keyEncipherment') && usages.has('digitalSignature');
  const signs = usages.has('nonRepudiation') || usages.has('digitalSignature');
  return [...(identifies ? (['IDENTIFICATION'] as const) : []), ...(signs ? (['ELECTRONIC_SIGNATURE'] as const) : [])];
}
