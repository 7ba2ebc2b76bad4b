/** IP addresses that nobody can have on the internet (IANA's registries of special-purpose addresses, RFC 6890). */
import { BlockList, isIP } from 'node:net';

/** Returns whether an address of 4 or 16 octets is reserved. An address that maps one of IPv4 is as reserved as that one. */
export function isReservedAddress(octets: Uint8Array): boolean {
  if (octets.length === 4) return RESERVED.check([...octets].join('.'), 'ipv4');
  return octets.length === 16 && RESERVED.check(ipv6Text(octets), 'ipv6');
}

/** As {@link isReservedAddress}, of a text that may be another one. */
export function isReservedAddressText(text: string): boolean {
  const family = isIP(text);
  return family !== 0 && RESERVED.check(text, family === 4 ? 'ipv4' : 'ipv6');
}

/** Returns an address as RFC 5952 writes it. */
export function addressText(octets: Uint8Array): string {
  if (octets.length === 4) return [...octets].join('.');
  return octets.length === 16 ? new URL(`http://[${ipv6Text(octets)}]`).hostname.slice(1, -1) : '';
}

function ipv6Text(octets: Uint8Array): string {
  return Buffer.from(octets)
    .toString('hex')
    .replace(/(.{4})(?!$)/g, '$1:');
}

const RESERVED = new BlockList();
for (const subnet of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The unspecified address, that of the host itself, and those compatible with IPv4 (RFC 4291 §2.5).
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  const [address, bits] = subnet.split('/') as [string, string];
  RESERVED.addSubnet(address, Number(bits), subnet.includes(':') ? 'ipv6' : 'ipv4');
}
