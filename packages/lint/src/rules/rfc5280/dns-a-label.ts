import { isALabel } from '../../certificate/a-label.ts';
import { dnsLabels } from '../../certificate/dns-name.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsALabel = certificateRule({
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
});

const A_LABEL = /xn--/i;
