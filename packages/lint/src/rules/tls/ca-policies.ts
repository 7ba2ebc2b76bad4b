import { ANY_POLICY, certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { hasPolicy, isSubordinateCa, TlsPolicy } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caPolicies = certificateRule({
  name: 'tls/ca-policies',
  clause: 'Baseline Requirements 7.1.2.10.5',
  from: '2023-09-15',
  appliesTo: isSubordinateCa,
  check(certificate) {
    const policies = certificate.value(certificatePolicies);
    if (policies === undefined) return undefined;
    if (hasPolicy(certificate, ANY_POLICY))
      return policies.length > 1 ? 'certificatePolicies of a CA has anyPolicy beside others' : undefined;
    const reserved = Object.values(TlsPolicy).filter((policy) => hasPolicy(certificate, policy));
    return reserved.length === 1
      ? undefined
      : `certificatePolicies of a CA has ${reserved.length} policies of the CA/Browser Forum; one, or anyPolicy alone, is required`;
  },
});
