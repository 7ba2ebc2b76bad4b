import { dnsLabels } from '../../certificate/dns-name.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelHyphens = certificateRule({
  name: 'rfc5280/dns-label-hyphens',
  clause: 'RFC 5280 §4.2.1.6',
  level: 'error',
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => dnsLabels(name).some((label) => label.startsWith('-') || label.endsWith('-')))
      .map((name) => `the dNSName ${quoted(name)} has a label with a hyphen at its end`),
});
