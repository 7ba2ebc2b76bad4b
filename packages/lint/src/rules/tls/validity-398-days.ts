import { isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity398Days = certificateRule({
  name: 'tls/validity-398-days',
  clause: 'Baseline Requirements 6.3.2',
  from: '2020-09-01',
  until: '2026-03-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (validitySeconds(certificate) ?? 0) > 398 * 86_400 ? 'the certificate is valid for more than 398 days' : undefined,
});
