import { isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity47Days = certificateRule({
  name: 'tls/validity-47-days',
  clause: 'Baseline Requirements 6.3.2',
  from: '2029-03-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (validitySeconds(certificate) ?? 0) > 47 * 86_400 ? 'the certificate is valid for more than 47 days' : undefined,
});
