import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { isSmimeSubscriber } from '../../certificate/smime-profile.ts';
import { certificateRule } from '../certificate-rule.ts';

export const policiesPresent = certificateRule({
  name: 'smime/policies-present',
  clause: 'S/MIME Baseline Requirements 7.1.2.3.a',
  from: '2023-09-01',
  appliesTo: isSmimeSubscriber,
  check: (certificate) =>
    certificate.extensions.has(certificatePolicies) ? undefined : 'certificatePolicies is missing',
});
