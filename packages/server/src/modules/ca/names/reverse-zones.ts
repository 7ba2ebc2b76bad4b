/** Reverse zones of addresses that are not used on the internet (RFC 6303). */
import { isReservedAddress } from '@sealwright/lint';

/** Tells whether a host name is, or is in, a reverse zone that covers only reserved addresses: `1.168.192.in-addr.arpa`. */
export function isInReservedReverseZone(hostName: string): boolean {
  const [, labels, zone] = /^(.+)\.(in-addr|ip6)\.arpa$/.exec(hostName.toLowerCase()) ?? [];
  const parts = labels?.split('.').toReversed() ?? [];
  const [first, last] = zone === 'in-addr' ? boundsOfIpv4(parts) : boundsOfIpv6(parts);
  return first !== undefined && last !== undefined && isReservedAddress(first) && isReservedAddress(last);
}

type Bounds = readonly [first: Uint8Array, last: Uint8Array] | readonly [];

function boundsOfIpv4(parts: readonly string[]): Bounds {
  const octets = leading(parts, 4, (part) => /^\d{1,3}$/.test(part) && Number(part) < 256).map(Number);
  if (octets.length === 0) return [];
  const filled = (octet: number) => Uint8Array.from({ length: 4 }, (_, index) => octets[index] ?? octet);
  return [filled(0), filled(255)];
}

function boundsOfIpv6(parts: readonly string[]): Bounds {
  const digits = leading(parts, 32, (part) => /^[\da-f]$/.test(part)).join('');
  if (digits === '') return [];
  return [Uint8Array.fromHex(digits.padEnd(32, '0')), Uint8Array.fromHex(digits.padEnd(32, 'f'))];
}

/** Returns the leading parts that belong to an address; a name may have further labels below a zone. */
function leading(parts: readonly string[], most: number, isPart: (part: string) => boolean): readonly string[] {
  const end = parts.findIndex((part) => !isPart(part));
  return parts.slice(0, Math.min(most, end < 0 ? parts.length : end));
}
