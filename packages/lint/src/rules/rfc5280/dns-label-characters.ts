import { dnsLabels } from '../../certificate/dns-name.ts';
import { dnsNamesAmong } from '../../certificate/general-names.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsLabelCharacters = certificateRule({
  name: 'rfc5280/dns-label-characters',
  clause: 'RFC 5280 §4.2.1.6',
  // A wildcard is a whole label; an underscore has a rule of its own.
  check: (certificate) =>
    dnsNamesAmong(certificate.unusualTextNames)
      .filter((name) => !ALLOWED.test(name) && dnsLabels(name).some((label) => label !== '*' && !ALLOWED.test(label)))
      .map((name) => `the dNSName ${quoted(name)} has characters that are no letter, digit or hyphen`),
});

/** Of labels, and of the dots between them. */
const ALLOWED = /^[a-z\d_.-]*$/i;
