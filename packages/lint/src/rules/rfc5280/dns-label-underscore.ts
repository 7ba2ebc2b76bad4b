import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelUnderscore = certificateRule({
  name: 'rfc5280/dns-label-underscore',
  clause: 'RFC 5280 §4.2.1.6',
  level: 'warning',
  check: (certificate) =>
    certificate.unusualDnsNames
      .filter((name) => name.includes('_'))
      .map((name) => `the dNSName ${quoted(name)} has an underscore, which host names do not have`),
});
