/** URIs (RFC 3986). */

/** Returns whether a text has a scheme and a part behind it. */
export function isAbsoluteUri(uri: string): boolean {
  return /^[a-z][a-z\d+.-]*:.+/is.test(uri);
}

/** Returns the host of a URI with an authority, `[` and `]` included; undefined without authority. */
export function uriHost(uri: string): string | undefined {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(uri)?.[1];
  return authority?.replace(/^[^@]*@/, '').replace(/:\d*$/, '');
}
