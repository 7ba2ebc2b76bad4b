import { isHostName } from '../../certificate/dns-name.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsFullyQualified = certificateRule({
  name: 'tls/dns-fully-qualified',
  clause: 'Baseline Requirements 7.1.2.7.12',
  from: '2012-07-01',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => !isHostName(name.replace(/^\*\./, 'a.').replaceAll('_', '-')))
      .map((name) => `the dNSName ${quoted(name)} is not a fully qualified domain name`),
});
