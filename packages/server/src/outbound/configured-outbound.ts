/** The way to others, as the operator's settings have it. */
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import { RecordBound } from '../modules/audit/index.ts';
import { DnsCaaResolver, type DnsFailure } from './dns-caa-resolver.ts';
import type { DnsServer } from './dns-exchange.ts';
import { type OutboundFailure, OutboundHttp } from './outbound-http.ts';
import { type OutboundHost, OutboundPolicy } from './outbound-policy.ts';
import { OutboundSockets } from './outbound-sockets.ts';

/** Makes it. Of failures at one host the first of each minute is written: certificates of clients may name hosts as often as they like. */
export function outboundHttp(
  hosts: readonly OutboundHost[],
  clock: Clock,
  write: (failure: OutboundFailure) => void,
): OutboundHttp {
  const bound = new RecordBound(clock);
  const onFailure = (failure: OutboundFailure) => {
    const host = URL.parse(failure.url)?.host ?? '';
    if (bound.admit(host) !== undefined) write(failure);
  };
  return new OutboundHttp({ policy: new OutboundPolicy(hosts), onFailure });
}

/** Makes the way to servers that do not speak HTTP. */
export function outboundSockets(hosts: readonly OutboundHost[]): OutboundSockets {
  return new OutboundSockets({ policy: new OutboundPolicy(hosts) });
}

/** Makes the resolver of CAA records; undefined where the operator names none. Of failures the first of each minute is written. */
export function caaResolver(
  servers: readonly DnsServer[],
  {
    clock,
    random,
    write,
  }: { readonly clock: Clock; readonly random: Random; readonly write: (failure: DnsFailure) => void },
): DnsCaaResolver | undefined {
  if (servers.length === 0) return undefined;
  const bound = new RecordBound(clock);
  const onFailure = (failure: DnsFailure) => {
    if (bound.admit('dns') !== undefined) write(failure);
  };
  return new DnsCaaResolver({ servers, random, onFailure });
}
