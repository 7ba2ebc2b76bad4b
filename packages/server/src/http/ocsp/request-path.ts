/** The path of a GET, whose end is a request in base64 (RFC 6960 §A.1). */

/** The parts of such a path behind the address of the responder, as they may be meant. */
export interface OcspPath {
  /** The first segment, which may name a CA: percent-decoded. */
  readonly first: string;
  /** The rest of the path, as it was sent. */
  readonly rest: string;
  /** The request if the first segment names a CA; undefined where nothing follows it. */
  readonly afterFirst: Uint8Array | undefined;
  /** The request if it does not. */
  readonly whole: Uint8Array | undefined;
}

/**
 * Reads the path as it was sent. A router that joined slashes, or cut off the last one, would change base64, in which `//` and a `/` at the end are
 * characters like others; some clients encode them as `%2F`, and some do not.
 *
 * @param url - of the request, query included
 * @param prefix - the address of the responder, without a slash at its end
 */
export function readOcspPath(url: string, prefix: string): OcspPath {
  const query = url.indexOf('?');
  const raw = url.slice(prefix.length + 1, query === -1 ? undefined : query);
  const slash = raw.indexOf('/');
  const rest = slash === -1 ? '' : raw.slice(slash + 1);
  return {
    first: decoded(slash === -1 ? raw : raw.slice(0, slash)) ?? '',
    rest,
    afterFirst: octetsOf(rest),
    whole: octetsOf(raw),
  };
}

/** Returns undefined for what is not base64. Padding may be missing, as clients take it off that take `=` for a separator. */
function octetsOf(raw: string): Uint8Array | undefined {
  const text = decoded(raw);
  if (text === undefined || text.length === 0 || !BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
