/** Names of hosts, resolved once and held against the policy. */
import { type LookupAddress, promises as dns } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type IpAddress, readIpAddress } from './ip-address.ts';
import type { OutboundPlace, OutboundPolicy, UrlSource } from './outbound-policy.ts';

/** Returns the addresses of a name. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** Returns the addresses to connect to, or why there are none. */
export async function allowedAddresses(
  policy: OutboundPolicy,
  place: OutboundPlace,
  source: UrlSource,
  resolve: ResolveName = resolveBySystem,
): Promise<readonly IpAddress[] | string> {
  const literal = readIpAddress(place.name);
  const texts = literal === undefined ? await resolve(place.name) : [literal.text];
  const addresses = texts.flatMap((text) => readIpAddress(text) ?? []);
  const refusals = addresses.map((address) => policy.addressRefusal(place, address, source));
  const allowed = addresses.filter((_, position) => refusals[position] === undefined);
  return allowed.length > 0 ? allowed : (refusals[0] ?? 'has no address');
}

/** Returns a lookup that has these addresses for every name, whatever anybody would resolve it to by now. */
export function lookupOf(addresses: readonly IpAddress[]): LookupFunction {
  const resolved = addresses.map(({ text, octets }): LookupAddress => ({
    address: text,
    family: octets[0]!.length === 4 ? 4 : 6,
  }));
  return (_name, { all }, callback) => {
    if (all === true) callback(null, resolved);
    else callback(null, resolved[0]!.address, resolved[0]!.family);
  };
}

/** Awaits a promise, and throws the reason of a signal when that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Returns the reason of a failed connection. Several addresses that all fail are one error with many inside, and no message of its own. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { readonly code?: string; readonly errors?: readonly Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'the connection failed';
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await dns.lookup(name, { all: true })).map(({ address }) => address);
}
