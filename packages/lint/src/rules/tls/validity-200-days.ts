import { isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity200Days = certificateRule({
  name: 'tls/validity-200-days',
  clause: 'Baseline Requirements 6.3.2',
  from: '2026-03-15',
  until: '2027-03-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (validitySeconds(certificate) ?? 0) > 200 * 86_400 ? 'the certificate is valid for more than 200 days' : undefined,
});
