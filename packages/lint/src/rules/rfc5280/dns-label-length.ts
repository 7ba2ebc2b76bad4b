import { dnsLabels } from '../../certificate/dns-name.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelLength = certificateRule({
  name: 'rfc5280/dns-label-length',
  clause: 'RFC 1035 §2.3.4',
  check: (certificate) =>
    certificate.unusualDnsNames
      .filter((name) => name.length > 63 && dnsLabels(name).some((label) => label.length > 63))
      .map((name) => `the dNSName ${quoted(name)} has a label of more than 63 characters`),
});
