import { isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsArpa = certificateRule({
  name: 'tls/dns-arpa',
  clause: 'Baseline Requirements 4.2.2',
  from: '2026-03-15',
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => /\.(?:in-addr|ip6)\.arpa\.?$/i.test(name))
      .map((name) => `the dNSName ${quoted(name)} ends in the zone of reverse lookups`),
});
