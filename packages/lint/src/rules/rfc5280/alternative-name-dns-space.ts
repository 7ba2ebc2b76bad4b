import { dnsNamesAmong } from '../../certificate/general-names.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameDnsSpace = certificateRule({
  name: 'rfc5280/alternative-name-dns-space',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    dnsNamesAmong(certificate.unusualTextNames)
      .filter((text) => text === ' ')
      .map(() => 'a dNSName is a single space'),
});
