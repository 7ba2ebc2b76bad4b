/** The places where the server may connect to. */
import { type IpAddress, type IpNetwork, isInNetwork, readIpAddress, readIpNetwork } from './ip-address.ts';

/** A place that the operator names: a host, an address or a network, on one port or on those of HTTP and HTTPS. */
export interface OutboundHost {
  readonly place: { readonly name: string } | { readonly network: IpNetwork };
  /** Undefined: 80 and 443. */
  readonly port: number | undefined;
}

/**
 * Source of a URL. A worker's settings may name any public address and the operator's named places; a certificate leads to named places alone, since anybody makes certificates.
 * The operator names a place by the URL itself.
 */
export type UrlSource = 'operator' | 'administrator' | 'certificate';

/** End of a connection: a name, or an address without brackets, and a port. */
export interface OutboundPlace {
  readonly name: string;
  readonly port: number;
}

/** Reads `HOST`, an address or `NETWORK/BITS`, each with `:PORT` where needed and IPv6 in brackets then. Undefined for other texts. */
export function readOutboundHost(text: string): OutboundHost | undefined {
  const match = /^(?:\[([\da-f:.]+)\]|([^[\]]+?))(\/\d{1,3})?(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bracketed, plain = '', bits = '', digits] = match;
  // An IPv6 address without brackets takes all of the text: its end could be a port as well.
  const whole = bits === '' && bracketed === undefined ? readIpNetwork(text) : undefined;
  if (whole !== undefined) return { place: { network: whole }, port: undefined };
  const port = digits === undefined ? undefined : Number(digits);
  if (port === 0 || (port ?? 0) > 65_535) return undefined;
  const network = readIpNetwork((bracketed ?? plain) + bits);
  if (network !== undefined) return { place: { network }, port };
  const name = bracketed === undefined && bits === '' && /^[\w.-]{1,253}$/.test(plain) ? hostOf(plain) : undefined;
  return name === undefined ? undefined : { place: { name }, port };
}

/** The rules for every connection of the server to others. */
export class OutboundPolicy {
  readonly #hosts: readonly OutboundHost[];

  constructor(hosts: readonly OutboundHost[]) {
    this.#hosts = hosts;
  }

  /** Returns why nothing is requested from a URL, wherever its host may be; undefined when its addresses decide. */
  refusal(url: URL, source: UrlSource): string | undefined {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'is not an http or https URL';
    if (url.username + url.password !== '') return 'has a user or a password in it';
    return this.placeRefusal(placeOf(url), source);
  }

  /** Returns why nothing connects to a place, whatever addresses its name has; undefined when these decide. */
  placeRefusal(place: OutboundPlace, source: UrlSource): string | undefined {
    const { name, port } = place;
    const address = readIpAddress(name);
    if (address !== undefined) return this.addressRefusal(place, address, source);
    if (source === 'operator') return undefined;
    if (this.#isNamed(place)) return undefined;
    if (source === 'certificate') return `is in a host that no ${SETTING} names`;
    // A network may have it; which addresses the name has is not known yet.
    const isPortOfNetwork = this.#hosts.some((host) => 'network' in host.place && host.port === port);
    if (isPortOfNetwork || isUsualPort(port)) return undefined;
    return `has the port ${port}, which no ${SETTING} names`;
  }

  /** Returns why no connection is made to an address that the name of a place has; undefined when one is. */
  addressRefusal(to: OutboundPlace, address: IpAddress, source: UrlSource): string | undefined {
    const { reach, text } = address;
    if (reach === 'none') return `leads to ${text}, to which nobody connects`;
    // A name is its owner's to point elsewhere: at the host itself only by the address, or by the name that it has everywhere.
    const isPlain = readIpAddress(to.name) !== undefined || to.name === 'localhost';
    if (source === 'operator' && (reach !== 'host' || isPlain)) return undefined;
    const places = this.#hosts.filter(({ port }) => (port === undefined ? isUsualPort(to.port) : port === to.port));
    if (places.some(({ place }) => 'network' in place && isInNetwork(address, place.network))) return undefined;
    // A name is its owner's to point elsewhere: it opens no way to the host itself, but for the name that the host has everywhere.
    if (reach !== 'host' || to.name === 'localhost') {
      if (this.#isNamed(to)) return undefined;
      if (reach === 'public' && source === 'administrator' && isUsualPort(to.port)) return undefined;
    }
    const kind = {
      public: 'an address',
      private: 'a private address',
      host: 'an address of the host itself or its link',
    }[reach];
    return `leads to ${text}, ${kind} that no ${SETTING} names for the port ${to.port}`;
  }

  #isNamed({ name, port }: OutboundPlace): boolean {
    return this.#hosts.some(
      (host) =>
        'name' in host.place &&
        host.place.name === name &&
        (host.port === undefined ? isUsualPort(port) : host.port === port),
    );
  }
}

/** Returns the place that a URL of HTTP or HTTPS leads to. */
export function placeOf(url: URL): OutboundPlace {
  return { name: hostNameOf(url), port: portOf(url) };
}

/** The host of a URL, without brackets and without the dot that ends a complete name. */
function hostNameOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function isUsualPort(port: number): boolean {
  return port === 80 || port === 443;
}

/** As URLs have it: an address in another notation is not accepted here. */
function hostOf(text: string): string | undefined {
  const url = URL.parse(`http://${text}/`);
  return url === null || readIpAddress(url.hostname) !== undefined ? undefined : hostNameOf(url);
}

const SETTING = '--outbound-host';
