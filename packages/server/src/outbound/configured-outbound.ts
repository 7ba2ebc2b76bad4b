/** The way to others, as the operator's settings have it. */
import type { Clock } from '../kernel/clock.ts';
import { RecordBound } from '../modules/audit/index.ts';
import { type OutboundFailure, OutboundHttp } from './outbound-http.ts';
import { type OutboundHost, OutboundPolicy } from './outbound-policy.ts';

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
