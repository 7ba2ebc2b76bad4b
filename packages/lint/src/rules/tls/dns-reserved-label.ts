import { dnsLabels } from '../../certificate/dns-name.ts';
import { isSubscriber } from '../../certificate/roles.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsReservedLabel = certificateRule({
  name: 'tls/dns-reserved-label',
  clause: 'Baseline Requirements 7.1.2.7.12',
  from: '2021-10-01',
  // XN-labels are the only labels with hyphens in the third and the fourth place.
  appliesTo: isSubscriber,
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => dnsLabels(name).some((label) => /^..--/.test(label) && !/^xn--/i.test(label)))
      .map((name) => `the dNSName ${quoted(name)} has a reserved label`),
});
