/** URIs (RFC 3986). */

/** Returns whether a text has a scheme and a part behind it. */
export function isAbsoluteUri(uri: string): boolean {
  return /^[a-z][a-z\d+.-]*:.+/is.test(uri);
}

/** Returns whether a text has only characters that URIs are written with, and whole percent-encodings (§2). */
export function hasUriCharacters(uri: string): boolean {
  return /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(uri);
}

/** Returns the host of a URI with an authority, `[` and `]` included; undefined without authority. */
export function uriHost(uri: string): string | undefined {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(uri)?.[1];
  return authority?.replace(/^[^@]*@/, '').replace(/:\d*$/, '');
}

/** Returns whether a host is an IP address as URIs have it (§3.2.2). */
export function isIpLiteral(host: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/i.test(host);
}
