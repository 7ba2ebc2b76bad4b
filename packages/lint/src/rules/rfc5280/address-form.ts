import { quoted } from '../../certificate/text.ts';
import { hasUriCharacters, isAbsoluteUri, isIpLiteral, uriHost } from '../../certificate/uri.ts';
import { isDomainName } from '../../certificate/dns-name.ts';
import { certificateRule } from '../certificate-rule.ts';

export const addressForm = certificateRule({
  name: 'rfc5280/address-form',
  clause: 'RFC 3986 §3',
  level: 'warning',
  check: ({ pointingUris }) =>
    pointingUris
      .filter(({ uri }) => !isAbsoluteUri(uri) || !hasUriCharacters(uri) || !hasHost(uri))
      .map(({ extension, uri }) => `the URI ${quoted(uri)} of ${extension} is not of the form scheme://host/path`),
});

/** Returns whether a URI names a host, where its scheme has one. */
function hasHost(uri: string): boolean {
  if (!/^(?:https?|ftp):/i.test(uri)) return true;
  const host = uriHost(uri) ?? '';
  return isDomainName(host) || isIpLiteral(host);
}
