/**
 * Returns the URI of an address with characters beyond ASCII: certificates and CRLs have no others in a uniformResourceIdentifier (RFC 5280 §7.4).
 *
 * The host becomes that of the DNS (RFC 5891), and other such characters the percent-encoded octets of UTF-8 (RFC 3987 §3.1). An address in ASCII stays as
 * it is, whatever it is.
 *
 * @returns undefined for a text that is not well-formed, or whose host no name of the DNS stands for
 */
export function uriOfIri(iri: string): string | undefined {
  if (isAscii(iri)) return iri;
  if (!iri.isWellFormed()) return undefined;
  const [, before, host, after] = AUTHORITY.exec(iri) ?? [];
  if (before === undefined || host === undefined || after === undefined) return percentEncoded(iri);
  const ascii = hostOfDns(host);
  return ascii === undefined ? undefined : percentEncoded(before) + ascii + percentEncoded(after);
}

function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

function hostOfDns(host: string): string | undefined {
  if (isAscii(host)) return host;
  const parsed = URL.parse(`http://${host}/`);
  return parsed !== null && parsed.hostname !== '' && isAscii(parsed.hostname) ? parsed.hostname : undefined;
}

function percentEncoded(text: string): string {
  return text.replaceAll(RUNS_BEYOND_ASCII, (run) => encodeURIComponent(run));
}

// oxlint-disable-next-line no-control-regex -- ASCII has them
const BEYOND_ASCII = /[^\x00-\x7f]/;
// oxlint-disable-next-line no-control-regex -- ASCII has them
const RUNS_BEYOND_ASCII = /[^\x00-\x7f]+/g;
/** The scheme and who is asked, the host, and the rest. */
const AUTHORITY = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)([^/?#:@[\]]*)(.*)$/s;
