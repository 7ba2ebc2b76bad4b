/** Rules on DNS names among the alternative names. */
import { isALabel } from '../../certificate/names/a-label.ts';
import { dnsLabels } from '../../certificate/names/dns-name.ts';
import { dnsNamesAmong, type TextName } from '../../certificate/names/general-names.ts';
import { isIa5, quoted } from '../../certificate/text.ts';
import { uriHost } from '../../certificate/names/uri.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const DNS_NAME_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/alternative-name-dns-space',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      dnsNamesAmong(certificate.unusualTextNames)
        .filter((text) => text === ' ')
        .map(() => 'a dNSName is a single space'),
  }),
  certificateRule({
    name: 'rfc5280/alternative-name-dns-text',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      dnsNamesAmong(certificate.unusualTextNames)
        .filter((text) => !isIa5(text))
        .map(() => 'a dNSName has octets that are not ASCII; the A-label is right'),
  }),
  certificateRule({
    name: 'rfc5280/dns-a-label',
    clause: 'RFC 5891 §5.4',
    from: '2010-08-01',
    check: (certificate) =>
      certificate.unusualDnsNames
        .filter((name) => A_LABEL.test(name))
        .flatMap(dnsLabels)
        // Longer labels have a rule of their own.
        .filter((label) => /^xn--.{0,59}$/i.test(label) && !isALabel(label))
        .map((label) => `the label ${quoted(label)} of a dNSName does not say a label of Unicode in normal form C`),
  }),
  certificateRule({
    name: 'rfc5280/dns-label-characters',
    clause: 'RFC 5280 §4.2.1.6',
    // A wildcard is a whole label; an underscore has a rule of its own.
    check: (certificate) =>
      dnsNamesAmong(certificate.unusualTextNames)
        .filter(
          (name) =>
            !LABEL_CHARACTERS.test(name) &&
            dnsLabels(name).some((label) => label !== '*' && !LABEL_CHARACTERS.test(label)),
        )
        .map((name) => `the dNSName ${quoted(name)} has characters other than letters, digits and hyphens`),
  }),
  certificateRule({
    name: 'rfc5280/dns-label-hyphens',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate.unusualDnsNames
        .filter((name) => OUTER_HYPHEN.test(name))
        .map((name) => `the dNSName ${quoted(name)} has a label with a hyphen at its end`),
  }),
  certificateRule({
    name: 'rfc5280/dns-label-length',
    clause: 'RFC 1035 §2.3.4',
    check: (certificate) =>
      certificate.unusualDnsNames
        .filter((name) => name.length > 63 && dnsLabels(name).some((label) => label.length > 63))
        .map((name) => `the dNSName ${quoted(name)} has a label of more than 63 characters`),
  }),
  certificateRule({
    name: 'rfc5280/dns-label-not-empty',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      dnsNamesAmong(certificate.unusualTextNames)
        .filter((name) => EMPTY_LABEL.test(name))
        .map((name) => `the dNSName ${quoted(name)} has an empty label`),
  }),
  certificateRule({
    name: 'rfc5280/dns-label-underscore',
    clause: 'RFC 5280 §4.2.1.6',
    level: 'warning',
    check: (certificate) =>
      certificate.unusualDnsNames
        .filter((name) => name.includes('_'))
        .map((name) => `the dNSName ${quoted(name)} has an underscore, which host names do not have`),
  }),
  certificateRule({
    name: 'rfc5280/dns-name-length',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate.unusualTextNames.flatMap((one) => {
        const domain = domainOf(one);
        return domain.length > 253
          ? [`the domain ${quoted(domain)} of a ${one.kind} has ${domain.length} characters; 253 are allowed`]
          : [];
      }),
  }),
];

function domainOf({ kind, text }: TextName): string {
  if (kind === 'dNSName') return text;
  if (kind === 'rfc822Name') return text.slice(text.lastIndexOf('@') + 1);
  return uriHost(text) ?? '';
}

const A_LABEL = /xn--/i;
/** Of labels, and of the dots between them. */
const LABEL_CHARACTERS = /^[a-z\d_.-]*$/i;
const OUTER_HYPHEN = /(?:^|\.)-|-(?:\.|$)/;
const EMPTY_LABEL = /^\.|\.\.|\.$/;
