import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isSubordinateCa } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const caPoliciesPresent = certificateRule({
  name: 'tls/ca-policies-present',
  clause: 'Baseline Requirements 7.1.2.10.5',
  from: '2012-07-01',
  appliesTo: isSubordinateCa,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? undefined : 'certificatePolicies of a CA is missing',
});
