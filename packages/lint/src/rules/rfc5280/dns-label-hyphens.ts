import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelHyphens = certificateRule({
  name: 'rfc5280/dns-label-hyphens',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate.unusualDnsNames
      .filter((name) => OUTER_HYPHEN.test(name))
      .map((name) => `the dNSName ${quoted(name)} has a label with a hyphen at its end`),
});

const OUTER_HYPHEN = /(?:^|\.)-|-(?:\.|$)/;
