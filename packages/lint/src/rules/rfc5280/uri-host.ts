import { isHostName } from '../../certificate/dns-name.ts';
import { quoted } from '../../certificate/text.ts';
import { isIpLiteral, uriHost } from '../../certificate/uri.ts';
import { certificateRule } from '../certificate-rule.ts';

export const uriHostRule = certificateRule({
  name: 'rfc5280/uri-host',
  clause: 'RFC 5280 §4.2.1.6',
  check: (certificate) =>
    certificate.alternativeNamesOf('uniformResourceIdentifier').flatMap((name) => {
      const host = uriHost(name.text);
      return host === undefined || isHostName(host) || isIpLiteral(host)
        ? []
        : [`the host ${quoted(host)} of a uniformResourceIdentifier is neither a full name nor an IP address`];
    }),
});
