/** IP addresses and networks between text and the octets of an iPAddress (RFC 5280 §4.2.1.6 and §4.2.1.10). */

/** The 4 or 16 octets of an address in text, or undefined when it is not one. Zone identifiers (`%eth0`) are refused. */
export function parseIpAddress(text: string): Uint8Array | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const octets = text.includes(':') ? parseVersion6(text) : parseVersion4(text);
  return octets && Uint8Array.from(octets);
}

/**
 * The 8 or 32 octets of `address/mask` as name constraints hold it, or undefined when it is not one. The mask is a count of
 * bits or an address: `10.0.0.0/8`, `10.0.0.0/255.0.0.0`. Address bits outside the mask become zero.
 */
export function parseIpNetwork(text: string): Uint8Array | undefined {
  const slash = text.indexOf('/');
  const address = parseIpAddress(text.slice(0, Math.max(slash, 0)));
  if (address === undefined) return undefined;
  const mask = parseMask(text.slice(slash + 1), address.length);
  if (mask === undefined) return undefined;
  return Uint8Array.from([...address.map((octet, i) => octet & mask[i]!), ...mask]);
}

/**
 * Writes what {@link parseIpAddress} or {@link parseIpNetwork} reads, IPv6 as RFC 5952 asks.
 *
 * @throws {RangeError} for other than 4, 8, 16 or 32 octets
 */
export function formatIpAddress(octets: Uint8Array): string {
  switch (octets.length) {
    case 4:
      return octets.join('.');
    case 16:
      return formatVersion6(octets);
    case 8:
    case 32: {
      const half = octets.length / 2;
      const mask = octets.subarray(half);
      const bits = prefixLength(mask);
      return `${formatIpAddress(octets.subarray(0, half))}/${bits ?? formatIpAddress(mask)}`;
    }
    default:
      throw new RangeError(`an address of ${octets.length} octets; there are 4, 8, 16 and 32`);
  }
}

function parseVersion4(text: string): number[] | undefined {
  const parts = text.split('.');
  // A leading zero is refused: some readers take it for octal.
  const valid = parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  return valid ? parts.map(Number) : undefined;
}

function parseVersion6(text: string): number[] | undefined {
  const [head, tail, ...more] = text.split('::');
  if (more.length > 0) return undefined;
  const front = parseGroups(head!, tail === undefined);
  if (tail === undefined) return front?.length === 16 ? front : undefined;
  const back = parseGroups(tail, true);
  if (front === undefined || back === undefined || front.length + back.length > 14) return undefined;
  return [...front, ...Array<number>(16 - front.length - back.length).fill(0), ...back];
}

/** The octets of groups between colons; the last one may be an IPv4 address when the text ends there. */
function parseGroups(text: string, endsText: boolean): number[] | undefined {
  if (text === '') return [];
  const octets: number[] = [];
  const groups = text.split(':');
  for (const [index, group] of groups.entries()) {
    if (endsText && index === groups.length - 1 && group.includes('.')) {
      const embedded = parseVersion4(group);
      if (embedded === undefined) return undefined;
      octets.push(...embedded);
    } else if (/^[0-9A-Fa-f]{1,4}$/.test(group)) {
      const value = Number.parseInt(group, 16);
      octets.push(value >> 8, value & 0xff);
    } else {
      return undefined;
    }
  }
  return octets;
}

function parseMask(text: string, length: number): Uint8Array | undefined {
  if (!/^\d{1,3}$/.test(text)) {
    const mask = parseIpAddress(text);
    return mask?.length === length ? mask : undefined;
  }
  const bits = Number(text);
  if (bits > length * 8) return undefined;
  return Uint8Array.from({ length }, (_, i) => 0xff & (0xff00 >> Math.min(Math.max(bits - i * 8, 0), 8)));
}

/** Counts the leading set bits of `mask`; undefined when a set bit follows a clear one. */
function prefixLength(mask: Uint8Array): number | undefined {
  const bits = Array.from(mask, (octet) => octet.toString(2).padStart(8, '0')).join('');
  const length = bits.lastIndexOf('1') + 1;
  return bits.slice(0, length).includes('0') ? undefined : length;
}

function formatVersion6(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((octets[i * 2]! << 8) | octets[i * 2 + 1]!).toString(16));
  const zeros = longestZeroRun(groups);
  if (zeros.length < 2) return groups.join(':');
  return `${groups.slice(0, zeros.start).join(':')}::${groups.slice(zeros.start + zeros.length).join(':')}`;
}

/** RFC 5952 §4.2.3: the longest run is shortened, the first of equal ones. */
function longestZeroRun(groups: readonly string[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== '0') start = index + 1;
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start };
  }
  return longest;
}

const MAX_TEXT = 64;
