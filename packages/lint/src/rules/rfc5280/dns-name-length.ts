import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsNameLength = certificateRule({
  name: 'rfc5280/dns-name-length',
  clause: 'RFC 5280 §4.2.1.6',
  level: 'error',
  check: (certificate) =>
    certificate.dnsNames
      .filter((name) => name.length > 253)
      .map((name) => `the dNSName ${quoted(name)} has ${name.length} characters; 253 are allowed`),
});
