import { ANY_POLICY } from '../../certificate/extensions/certificate-policies.ts';
import { hasPolicy } from '../../certificate/roles.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const anyPolicyAbsent = certificateRule({
  name: 'smime/any-policy-absent',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
  level: 'warning',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    hasPolicy(certificate, ANY_POLICY) ? 'certificatePolicies of a subscriber has anyPolicy' : undefined,
});
