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
      .filter(({ uri }) => !isAddress(uri))
      .map(({ extension, uri }) => `the URI ${quoted(uri)} of ${extension} is not of the form scheme://host/path`),
});

/** All certificates of a CA have the same few addresses. */
function isAddress(uri: string): boolean {
  const known = addresses.get(uri);
  if (known !== undefined) return known;
  const is = isAbsoluteUri(uri) && hasUriCharacters(uri) && hasHost(uri);
  if (addresses.size < MAX_ADDRESSES && uri.length <= MAX_CHARACTERS) addresses.set(uri, is);
  return is;
}

/** Returns whether a URI names a host, where its scheme has one. */
function hasHost(uri: string): boolean {
  if (!/^(?:https?|ftp):/i.test(uri)) return true;
  const host = uriHost(uri) ?? '';
  return isDomainName(host) || isIpLiteral(host);
}

/** A pure memo. */
const addresses = new Map<string, boolean>();
const MAX_ADDRESSES = 1024;
const MAX_CHARACTERS = 512;
