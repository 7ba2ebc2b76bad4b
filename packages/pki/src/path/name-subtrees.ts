/** Position of a name relative to the subtree of a name constraint, by the form of the name (RFC 5280 §4.2.1.10). */
import { excerpt } from '../excerpt.ts';
import { type GeneralName, parseIpAddress } from '../general-name/index.ts';
import { DOMAIN_NAME, MAILBOX } from '../general-name/issuable-general-name.ts';
import { PathError } from './errors.ts';

/**
 * Position of a name relative to a subtree. `overlaps`: some of what the name stands for is in it and some is not, as with the hosts of a wildcard. A name that
 * overlaps is not permitted by the subtree, and is excluded by it.
 */
export type Position = 'inside' | 'outside' | 'overlaps';

/** The names of a form that constraints can be applied to. */
export type ConstrainedName = Extract<
  GeneralName,
  { readonly type: 'rfc822Name' | 'dNSName' | 'directoryName' | 'uniformResourceIdentifier' | 'iPAddress' }
>;

/** The base of a constraint of hosts, and of what is at them. */
type HostBase = Extract<ConstrainedName, { readonly type: 'rfc822Name' | 'dNSName' | 'uniformResourceIdentifier' }>;

/** Returns whether constraints of this name's form can be applied. */
export function isConstrainedForm(name: GeneralName): name is ConstrainedName {
  return FORMS.has(name.type);
}

/**
 * Returns the position of `name` relative to the subtree of `base`, which is of the same form.
 *
 * @throws {@link PathError} `path.name_not_permitted` for a name of which that cannot be said, `path.name_constraints` for such a base
 */
export function positionOf(name: ConstrainedName, base: ConstrainedName): Position {
  if (name.type === 'dNSName' && base.type === 'dNSName') return domainPosition(name.value, base.value);
  if (name.type === 'iPAddress' && base.type === 'iPAddress') return addressPosition(name.value, base.value);
  return isWithin(name, base) ? 'inside' : 'outside';
}

function isWithin(name: ConstrainedName, base: ConstrainedName): boolean {
  if (name.type === 'directoryName' && base.type === 'directoryName') return name.value.startsWith(base.value);
  if (name.type === 'rfc822Name' && base.type === 'rfc822Name') return isMailboxWithin(name.value, base);
  return (
    name.type === 'uniformResourceIdentifier' &&
    base.type === 'uniformResourceIdentifier' &&
    isHostWithin(hostOf(name.value), base)
  );
}

/**
 * The base is a domain, and spans its host and all below. One that begins with a dot, which the clause does not know, spans the hosts below alone, as
 * OpenSSL, NSS and Go read it.
 */
function domainPosition(name: string, base: string): Position {
  if (!DOMAIN_NAME.fits(name)) throw unreadable('dNSName', name);
  requireHosts('dNSName', base);
  const [host, subtree] = [fold(name), fold(base)];
  if (subtree === '' || host === subtree) return 'inside';
  if (subtree.startsWith('.')) return host.endsWith(subtree) ? 'inside' : 'outside';
  if (host.endsWith(`.${subtree}`)) return 'inside';
  // `*.example.com` stands for `a.example.com`, whatever else it stands for.
  const [, ...parent] = subtree.split('.');
  return host === `*.${parent.join('.')}` ? 'overlaps' : 'outside';
}

/** The base is a mailbox, a host, or a dot and the domain of hosts. Names before the `@` differ in case. */
function isMailboxWithin(name: string, base: HostBase): boolean {
  if (!MAILBOX.fits(name)) throw unreadable('rfc822Name', name);
  const [local, host] = mailboxParts(name);
  if (!base.value.includes('@')) return isHostWithin(host, base);
  if (!MAILBOX.fits(base.value)) throw unreadableBase(base.type, base.value);
  const [baseLocal, baseHost] = mailboxParts(base.value);
  return unquoted(local) === unquoted(baseLocal) && host === baseHost;
}

function mailboxParts(mailbox: string): readonly [local: string, host: string] {
  const at = mailbox.lastIndexOf('@');
  return [mailbox.slice(0, at), fold(mailbox.slice(at + 1))];
}

/** `"a"@b` and `a@b` are the same mailbox. */
function unquoted(local: string): string {
  return local.startsWith('"') ? local.slice(1, -1).replaceAll(/\\(.)/g, '$1') : local;
}

/** The base is a host, or a dot and the domain of hosts; an empty one is every host. */
function isHostWithin(host: string, { type, value }: HostBase): boolean {
  requireHosts(type, value);
  const subtree = fold(value);
  if (subtree === '') return true;
  return subtree.startsWith('.') ? host.endsWith(subtree) : host === subtree;
}

/** Refuses a base that is not a host: one such as `*.example.com` would exclude none of the hosts that were meant. */
function requireHosts(form: HostBase['type'], base: string): void {
  const host = base.startsWith('.') ? base.slice(1) : base;
  if (base !== '' && (host.includes('*') || !DOMAIN_NAME.fits(host))) throw unreadableBase(form, base);
}

/** Returns the host of a URI that names it by a domain name: others have to be refused. */
function hostOf(uri: string): string {
  const host = URI_HOST.exec(uri)?.[1];
  if (host === undefined || !DOMAIN_NAME.fits(host) || parseIpAddress(host) !== undefined)
    throw unreadable('uniformResourceIdentifier', uri);
  return fold(host);
}

/**
 * Addresses of one version are never in a network of the other. But a connection to `::ffff:10.0.0.1` reaches the host 10.0.0.1 (RFC 4291 §2.5.5.2), so
 * it overlaps the IPv4 networks of that host, which exclude it and cannot permit it. OpenSSL and Go see no relation.
 */
function addressPosition(address: Uint8Array, base: Uint8Array): Position {
  if (address.length !== 4 && address.length !== 16) throw unreadable('iPAddress', address.toHex());
  const half = base.length / 2;
  if (half !== 4 && half !== 16)
    throw new PathError('path.name_constraints', `${base.toHex()} is not an address with its mask`);
  if (half === address.length) return isAddressWithin(address, base) ? 'inside' : 'outside';
  return isMapped(address) && isAddressWithin(address.subarray(12), base) ? 'overlaps' : 'outside';
}

function isAddressWithin(address: Uint8Array, base: Uint8Array): boolean {
  const { length } = address;
  return base.length === length * 2 && address.every((octet, at) => ((octet ^ base[at]!) & base[length + at]!) === 0);
}

/** Returns whether an IPv6 address stands for an IPv4 one. */
function isMapped(address: Uint8Array): boolean {
  return address.length === 16 && MAPPED_PREFIX.every((octet, at) => octet === address[at]);
}

function fold(host: string): string {
  return host.toLowerCase();
}

function unreadable(form: string, text: string): PathError {
  const message = `the ${form} '${printable(text)}' cannot be compared with what is permitted`;
  return new PathError('path.name_not_permitted', message);
}

function unreadableBase(form: string, text: string): PathError {
  return new PathError(
    'path.name_constraints',
    `a CA constrains the ${form} to '${printable(text)}', which spans nothing`,
  );
}

function printable(text: string): string {
  return excerpt(text, 80).replaceAll(/\p{Cc}/gu, '\ufffd');
}

const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const FORMS: ReadonlySet<string> = new Set<ConstrainedName['type']>([
  'rfc822Name',
  'dNSName',
  'directoryName',
  'uniformResourceIdentifier',
  'iPAddress',
]);
/** Behind the scheme, before a port or a path. What OpenSSL takes for part of the host, a user, a query without a path, names none. */
const URI_HOST = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#@:[\]]+)(?::\d*)?(?:\/|$)/;
