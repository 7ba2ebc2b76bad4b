/** The client address that a proxy names. Only the last hop counts: everything before it is the client's own claim. */
import { isIP } from 'node:net';

/**
 * Reads the last entry of `X-Forwarded-For`: an address, with a port where the proxy writes one.
 *
 * @param value - lines of the header joined by commas, in their order
 * @returns undefined when it is not an address
 */
export function lastForwardedFor(value: string): string | undefined {
  return nodeAddress(value.slice(value.lastIndexOf(',') + 1).trim());
}

/**
 * Reads `for` of the last element of `Forwarded` (RFC 7239 §4).
 *
 * The whole header has to be of the grammar. A client could otherwise open a quotation that what the proxy appends ends.
 *
 * @returns undefined when it is malformed, or names no address (RFC 7239 §6: `unknown`, and names that mean something to proxies only)
 */
export function lastForwarded(value: string): string | undefined {
  let at = 0;
  let last: string | undefined;
  for (;;) {
    const { element, end } = readElement(value, at);
    if (element === undefined) return undefined;
    last = element.get('for');
    if (end === value.length) break;
    at = end + 1;
  }
  return last === undefined ? undefined : nodeAddress(last);
}

/** Reads the pairs of one element, up to a comma or the end. */
function readElement(value: string, start: number): { element: ReadonlyMap<string, string> | undefined; end: number } {
  const element = new Map<string, string>();
  let at = start;
  for (;;) {
    PAIR.lastIndex = at;
    const [pair, name, token, quoted] = PAIR.exec(value) ?? [];
    if (pair === undefined || name === undefined || element.has(name.toLowerCase()))
      return { element: undefined, end: value.length };
    element.set(name.toLowerCase(), token ?? quoted!.replaceAll(/\\(.)/g, '$1'));
    at += pair.length;
    const separator = value[at];
    if (separator === undefined || separator === ',') return { element, end: at };
    if (separator !== ';') return { element: undefined, end: value.length };
    at++;
  }
}

/** RFC 7239 §6, and an IPv6 address without brackets, which `X-Forwarded-For` has. */
function nodeAddress(node: string): string | undefined {
  if (isIP(node) !== 0) return canonicalAddress(node);
  const [, bracketed, plain] = /^(?:\[([0-9A-Fa-f:.]{2,45})\]|([0-9.]{7,15}))(?::\d{1,5})?$/.exec(node) ?? [];
  if (bracketed !== undefined && isIP(bracketed) === 6) return canonicalAddress(bracketed);
  return plain !== undefined && isIP(plain) === 4 ? plain : undefined;
}

/** Writes an IPv4 address in IPv6 (RFC 4291 §2.5.5.2) as the IPv4 address, and all others as they are. */
export function canonicalAddress(address: string): string {
  const [, ipv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  return ipv4 ?? address;
}

/** A pair with the space around it, which RFC 9110 §5.6.1 permits between elements and proxies write after semicolons. */
const PAIR = /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z:[\]-]+)|"((?:[^"\\]|\\.)*)")[ \t]*/y;
