/** Kinds of IP addresses, by what a connection to them can reach. */
import { parseIpAddress, parseIpNetwork } from '@sealwright/pki';

/**
 * The reach of an address: `public` everywhere; `private` networks of an organization, and those that are set aside for special purposes; `host`
 * the host itself, its link, and the metadata services of clouds; `none` nothing that one connects to.
 */
export type Reach = 'public' | 'private' | 'host' | 'none';

/** An address, with the IPv4 address inside it where it stands for one. */
export interface IpAddress {
  readonly text: string;
  /** The octets of the address, and those of the IPv4 address that a gateway or the host itself makes of it. */
  readonly octets: readonly Uint8Array[];
  readonly reach: Reach;
}

/** A network: octets of its address, then of its mask. */
export type IpNetwork = Uint8Array & { readonly length: 8 | 32 };

/** Reads an address without its zone. Undefined for other texts. */
export function readIpAddress(text: string): IpAddress | undefined {
  const octets = parseIpAddress(text.split('%', 1)[0]!);
  if (octets === undefined) return undefined;
  const embedded = embeddedIpv4(octets);
  return { text, octets: embedded === undefined ? [octets] : [octets, embedded], reach: reachOf(embedded ?? octets) };
}

/** Reads `10.0.0.0/8`, or an address as the network of its own. Undefined for other texts. */
export function readIpNetwork(text: string): IpNetwork | undefined {
  const bits = text.includes(':') ? 128 : 32;
  return parseIpNetwork(text.includes('/') ? text : `${text}/${bits}`) as IpNetwork | undefined;
}

/** Returns whether a network has an address, or the IPv4 address inside it. */
export function isInNetwork({ octets }: IpAddress, network: IpNetwork): boolean {
  return octets.some((each) => hasOctets(network, each));
}

function hasOctets(network: Uint8Array, octets: Uint8Array): boolean {
  const { length } = octets;
  return network.length === 2 * length && octets.every((octet, i) => (octet & network[length + i]!) === network[i]);
}

function reachOf(octets: Uint8Array): Reach {
  const found = REACHES.find(([, networks]) => networks.some((network) => hasOctets(network, octets)));
  if (found !== undefined) return found[0];
  // RFC 4291 §2.4, IANA: of IPv6 only 2000::/3 is given out.
  return octets.length === 4 || (octets[0]! & 0xe0) === 0x20 ? 'public' : 'private';
}

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, IPv4-translated (RFC 2765), of NAT64 (RFC 6052) or 6to4 (RFC 3056). */
function embeddedIpv4(octets: Uint8Array): Uint8Array | undefined {
  if (octets.length !== 16) return undefined;
  if (hasOctets(SIX_TO_FOUR, octets)) return octets.subarray(2, 6);
  // :: and ::1 are addresses of their own.
  const isOwn = octets.subarray(0, 15).every((octet) => octet === 0) && octets[15]! <= 1;
  return !isOwn && IN_THE_END.some((network) => hasOctets(network, octets)) ? octets.subarray(12) : undefined;
}

const networks = (...texts: readonly string[]) => texts.map((text) => readIpNetwork(text)!);

const [SIX_TO_FOUR] = networks('2002::/16') as [IpNetwork];
const IN_THE_END = networks('::/96', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96');

/** The first that fits counts. IANA's registries of special-purpose addresses, October 2025, and the metadata services of clouds. */
const REACHES: readonly (readonly [Reach, readonly IpNetwork[]])[] = [
  // 0.0.0.0 and :: connect to the host itself; 240.0.0.0/4 holds the broadcast address.
  ['none', networks('0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4', '::', 'ff00::/8')],
  ['host', networks('127.0.0.0/8', '169.254.0.0/16', '::1', 'fe80::/10')],
  // AWS, Azure, Alibaba, Oracle, Google.
  ['host', networks('fd00:ec2::254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd20:ce::254')],
  ['private', networks('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15')],
  ['private', networks('192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24')],
  // Protocols, Teredo among them; documentation.
  ['private', networks('2001::/23', '2001:db8::/32', '3fff::/20')],
];
