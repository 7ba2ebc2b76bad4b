import type { TextName } from '../../certificate/general-names.ts';
import { quoted } from '../../certificate/text.ts';
import { uriHost } from '../../certificate/uri.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsNameLength = certificateRule({
  name: 'rfc5280/dns-name-length',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate.unusualTextNames.flatMap((one) => {
      const domain = domainOf(one);
      return domain.length > 253
        ? [`the domain ${quoted(domain)} of a ${one.kind} has ${domain.length} characters; 253 are allowed`]
        : [];
    }),
});

function domainOf({ kind, text }: TextName): string {
  if (kind === 'dNSName') return text;
  if (kind === 'rfc822Name') return text.slice(text.lastIndexOf('@') + 1);
  return uriHost(text) ?? '';
}
