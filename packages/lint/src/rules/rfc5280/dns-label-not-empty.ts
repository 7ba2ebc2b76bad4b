import { dnsNamesAmong } from '../../certificate/general-names.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelNotEmpty = certificateRule({
  name: 'rfc5280/dns-label-not-empty',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    dnsNamesAmong(certificate.unusualTextNames)
      .filter((name) => EMPTY_LABEL.test(name))
      .map((name) => `the dNSName ${quoted(name)} has an empty label`),
});

const EMPTY_LABEL = /^\.|\.\.|\.$/;
