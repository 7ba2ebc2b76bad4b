import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caPoliciesPresent = certificateRule({
  name: 'smime/ca-policies-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.2.a',
  from: '2023-09-01',
  appliesTo: isSubordinateCa,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? undefined : 'a CA has no certificatePolicies',
});
