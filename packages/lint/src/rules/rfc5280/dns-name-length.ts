import type { WrittenGeneralName } from '../../certificate/general-names.ts';
import { quoted } from '../../certificate/text.ts';
import { uriHost } from '../../certificate/uri.ts';
import { certificateRule } from '../certificate-rule.ts';

export const dnsNameLength = certificateRule({
  name: 'rfc5280/dns-name-length',
  clause: 'RFC 5280 §4.2.1.6',
  level: 'error',
  check: (certificate) =>
    certificate.alternativeNames.flatMap((one) => {
      const domain = domainOf(one);
      return domain.length > 253
        ? [`the domain ${quoted(domain)} of a ${one.kind} has ${domain.length} characters; 253 are allowed`]
        : [];
    }),
});

function domainOf(name: WrittenGeneralName): string {
  if (name.kind === 'dNSName') return name.text;
  if (name.kind === 'rfc822Name') return name.text.slice(name.text.lastIndexOf('@') + 1);
  return (name.kind === 'uniformResourceIdentifier' && uriHost(name.text)) || '';
}
