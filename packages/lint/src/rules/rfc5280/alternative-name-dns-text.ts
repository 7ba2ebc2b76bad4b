import { dnsNamesAmong } from '../../certificate/general-names.ts';
import { isIa5 } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const alternativeNameDnsText = certificateRule({
  name: 'rfc5280/alternative-name-dns-text',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    dnsNamesAmong(certificate.unusualTextNames)
      .filter((text) => !isIa5(text))
      .map(() => 'a dNSName has octets that are no ASCII; the A-label is right'),
});
