/** Rules on URIs: those of the alternative names, and those that point to something. */
import { isDomainName, isHostName } from '../../certificate/names/dns-name.ts';
import { isIa5, quoted } from '../../certificate/text.ts';
import { hasUriCharacters, isAbsoluteUri, isIpLiteral, uriHost } from '../../certificate/names/uri.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const URI_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/address-form',
    clause: 'RFC 3986 §3',
    level: 'warning',
    check: ({ pointingUris }) =>
      pointingUris
        .filter(({ uri }) => !isAddress(uri))
        .map(({ extension, uri }) => `the URI ${quoted(uri)} of ${extension} is not of the form scheme://host/path`),
  }),
  certificateRule({
    name: 'rfc5280/address-text',
    clause: 'RFC 5280 §7.4',
    check: ({ pointingUris }) =>
      pointingUris
        .filter(({ uri }) => !isIa5(uri))
        .map(({ extension, uri }) => `the URI ${quoted(uri)} of ${extension} is not of ASCII`),
  }),
  certificateRule({
    name: 'rfc5280/uri-absolute',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate
        .alternativeNamesOf('uniformResourceIdentifier')
        .flatMap((name) =>
          name.text !== '' && !isAbsoluteUri(name.text)
            ? [`the uniformResourceIdentifier ${quoted(name.text)} has no scheme, or nothing behind it`]
            : [],
        ),
  }),
  certificateRule({
    name: 'rfc5280/uri-form',
    clause: 'RFC 3986 §2',
    check: (certificate) =>
      certificate
        .alternativeNamesOf('uniformResourceIdentifier')
        .flatMap((name) =>
          isIa5(name.text) && !hasUriCharacters(name.text)
            ? [`the uniformResourceIdentifier ${quoted(name.text)} has characters that no URI has`]
            : [],
        ),
  }),
  certificateRule({
    name: 'rfc5280/uri-host',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate.alternativeNamesOf('uniformResourceIdentifier').flatMap((name) => {
        const host = uriHost(name.text);
        return host === undefined || isHostName(host) || isIpLiteral(host)
          ? []
          : [`the host ${quoted(host)} of a uniformResourceIdentifier is neither a full name nor an IP address`];
      }),
  }),
  certificateRule({
    name: 'rfc5280/uri-text',
    clause: 'RFC 5280 §4.2.1.6',
    check: (certificate) =>
      certificate
        .alternativeNamesOf('uniformResourceIdentifier')
        .flatMap((name) =>
          !isIa5(name.text) ? [`the uniformResourceIdentifier ${quoted(name.text)} is not of ASCII`] : [],
        ),
  }),
];

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
