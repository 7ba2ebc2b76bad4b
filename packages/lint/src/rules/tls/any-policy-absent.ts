import { ANY_POLICY } from '../../certificate/extensions/certificate-policies.ts';
import { hasPolicy, isSubscriber } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const anyPolicyAbsent = certificateRule({
  name: 'tls/any-policy-absent',
  clause: 'Baseline Requirements 7.1.2.7.9',
  from: '2023-09-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    hasPolicy(certificate, ANY_POLICY) ? 'certificatePolicies of a subscriber has anyPolicy' : undefined,
});
