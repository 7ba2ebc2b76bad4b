import { isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity100Days = certificateRule({
  name: 'tls/validity-100-days',
  clause: 'Baseline Requirements 6.3.2',
  from: '2027-03-15',
  until: '2029-03-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (validitySeconds(certificate) ?? 0) > 100 * 86_400 ? 'the certificate is valid for more than 100 days' : undefined,
});
