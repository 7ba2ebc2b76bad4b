import { dnsLabels } from '../../certificate/dns-name.ts';
import { decodePunycode } from '../../certificate/punycode.ts';
import { quoted } from '../../certificate/text.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsALabel = certificateRule({
  name: 'rfc5280/dns-a-label',
  clause: 'RFC 5891 §5.4',
  level: 'error',
  from: '2010-08-01',
  check: (certificate) =>
    certificate.dnsNames
      .flatMap(dnsLabels)
      // Longer labels have a rule of their own.
      .filter((label) => /^xn--.{0,59}$/i.test(label) && !isULabel(decodePunycode(label.slice(4))))
      .map((label) => `the label ${quoted(label)} of a dNSName does not say a label of Unicode in normal form C`),
});

/** A U-label has a character beyond ASCII, none that stands for nothing, and is in normal form C (RFC 5890 §2.3.2.1). */
function isULabel(label: string | undefined): boolean {
  return (
    label !== undefined && /[^\0-\u007F]/.test(label) && !/\p{Cn}/u.test(label) && label.normalize('NFC') === label
  );
}
