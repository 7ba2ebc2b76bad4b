import { type Certificate, keyUsage } from '@sealwright/pki';

/** Purpose of a person's certificate. */
export type CertificatePurpose = 'IDENTIFICATION' | 'ELECTRONIC_SIGNATURE';

/** Returns the purposes that the key usage of the certificate allows; none when it has no key usage. @throws {DerError} */
export function purposesOf(certificate: Certificate): readonly CertificatePurpose[] {
  const usages = certificate.extension(keyUsage);
  if (usages === undefined) return [];
  const identifies = usages.has('keyEncipherment') && usages.has('digitalSignature');
  const signs = usages.has('nonRepudiation') || usages.has('digitalSignature');
  return [...(identifies ? (['IDENTIFICATION'] as const) : []), ...(signs ? (['ELECTRONIC_SIGNATURE'] as const) : [])];
}
