import { isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelUnderscore = certificateRule({
  name: 'tls/dns-label-underscore',
  clause: 'Baseline Requirements 7.1.2.7.12',
  from: '2019-04-01',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.unusualDnsNames
      .filter((name) => name.includes('_'))
      .map((name) => `the dNSName ${quoted(name)} has an underscore`),
});
