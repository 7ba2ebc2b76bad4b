/** Requirements on certificatePolicies that several documents make alike. */
import type { CertificateUnderLint } from '../../certificate/certificate-under-lint.ts';
import { ANY_POLICY } from '../../certificate/extensions/certificate-policies.ts';
import { hasPolicy } from '../../certificate/roles.ts';

/** Checks that the policies of a subscriber are not anyPolicy. */
export function checkAnyPolicyAbsent(certificate: CertificateUnderLint): string | undefined {
  return hasPolicy(certificate, ANY_POLICY) ? 'certificatePolicies of a subscriber has anyPolicy' : undefined;
}
