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
  if (!HAS_AUTHORITY.test(iri)) return percentEncoded(iri);
  const [, before, host, after] = AUTHORITY.exec(iri) ?? [];
  if (before === undefined || host === undefined || after === undefined) return undefined;
  const ascii = hostOfDns(host);
  return ascii === undefined ? undefined : percentEncoded(before) + ascii + percentEncoded(after);
}

function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** Returns the host of the DNS. A parser of URLs drops or replaces some characters: a name is taken only where nothing but its case can change. */
function hostOfDns(host: string): string | undefined {
  if (isAscii(host)) return host;
  const labels = host.split('.');
  if (!labels.every((label) => label !== '' && (isAscii(label) || isPlain(label)))) return undefined;
  const lower = host.toLowerCase();
  const ascii = URL.parse(`http://${lower}/`)?.hostname;
  if (ascii === undefined || ascii !== URL.parse(`http://${host}/`)?.hostname) return undefined;
  const given = lower.split('.');
  const found = ascii.split('.');
  const isSame = (label: string, at: number) =>
    isAscii(given[at]!) ? label === given[at] : label.startsWith('xn--') && isAscii(label);
  return found.length === given.length && found.every(isSame) ? ascii : undefined;
}

/** Tells whether a label beyond ASCII has no character that is dropped, stands for others, or separates labels. */
function isPlain(label: string): boolean {
  return !OTHER_THAN_LETTERS.test(label) && !UNSEEN.test(label) && label.normalize('NFKC') === label.normalize('NFC');
}

function percentEncoded(text: string): string {
  return text.replaceAll(RUNS_BEYOND_ASCII, (run) => encodeURIComponent(run));
}

// oxlint-disable-next-line no-control-regex -- ASCII has them
const BEYOND_ASCII = /[^\x00-\x7f]/;
// oxlint-disable-next-line no-control-regex -- ASCII has them
const RUNS_BEYOND_ASCII = /[^\x00-\x7f]+/g;
/** Characters of ASCII that a name with others has not (RFC 5891 §4.2.3.1). */
// oxlint-disable-next-line no-control-regex -- ASCII has them
const OTHER_THAN_LETTERS = /[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Control}]/u;
const HAS_AUTHORITY = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
/** The scheme and who is asked, the host, and the port with the rest. */
const AUTHORITY =
  /^([A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#@]*@)?)(\[[0-9A-Fa-f:.]*\]|[^/?#:@[\]]*)((?::[0-9]*)?(?:[/?#].*)?)$/s;
