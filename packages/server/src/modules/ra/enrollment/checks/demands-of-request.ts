import type { DistinguishedName } from '@sealwright/pki';
import type { SigningAuthority } from '../../../ca/index.ts';
import type { Document } from '../../../configuration/index.ts';
import { type CertificateProfile, requireValidityAllowed } from '../../../profiles/index.ts';
import { CertificateRequestError } from '../../errors/index.ts';
import type { RequestDemands } from '../../requests/index.ts';

/**
 * Requires that the demands of the request itself are met: its issuer, its validity, and the name under which possession of the key was proven.
 *
 * @throws {@link CertificateRequestError}
 * @throws {@link ValidityNotAllowedError} if the profile ignores the validity of requests
 */
export function requireDemandsMet(
  { name, issuer: { certificate } }: SigningAuthority,
  certificateProfile: Document<unknown, CertificateProfile>,
  { subject, issuer, validity, provenAs }: RequestDemands & { readonly subject: DistinguishedName },
): void {
  if (issuer !== undefined && !issuer.equals(certificate.subject)) {
    throw new CertificateRequestError(
      `it asks for the issuer '${issuer.toString()}', and the CA '${name}' is '${certificate.subject.toString()}'.`,
    );
  }
  if (validity !== undefined) requireValidityAllowed(certificateProfile, validity);
  if (provenAs !== undefined && !provenAs.equals(subject)) {
    throw new CertificateRequestError(
      `its proof of possession is of '${provenAs.toString()}', and the certificate is to be of '${subject.toString()}'.`,
    );
  }
}
