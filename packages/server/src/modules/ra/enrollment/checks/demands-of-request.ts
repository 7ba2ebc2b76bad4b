import type { DistinguishedName } from '@sealwright/pki';
import type { SigningAuthority } from '../../../ca/index.ts';
import type { Document } from '../../../configuration/index.ts';
import { type CertificateProfile, requireValidityAllowed } from '../../../profiles/index.ts';
import { CertificateRequestError } from '../../errors/index.ts';
import type { RequestDemands } from '../../requests/index.ts';

/**
 * Requires that what a request itself demands is met: its issuer, the validity that it asks for, and the name that its sender has proven the
 * possession of the key under.
 *
 * @throws {@link CertificateRequestError}
 * @throws {@link ValidityNotAllowedError} when the profile does not look at the validity of requests
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
