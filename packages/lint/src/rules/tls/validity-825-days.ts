import { isSubscriber, validitySeconds } from '../../certificate/roles.ts';
import { certificateRule } from '../certificate-rule.ts';

export const validity825Days = certificateRule({
  name: 'tls/validity-825-days',
  clause: 'Baseline Requirements 6.3.2',
  from: '2018-03-02',
  until: '2020-09-01',
  appliesTo: isSubscriber,
  check: (certificate) =>
    (validitySeconds(certificate) ?? 0) > 825 * 86_400 + 1
      ? 'the certificate is valid for more than 825 days'
      : undefined,
});
