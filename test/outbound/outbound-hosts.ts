/** Places outside that a test names, and the way to them. */
import assert from 'node:assert/strict';
import { type OutboundFailure, OutboundHttp } from '../../packages/server/src/outbound/outbound-http.ts';
import {
  type OutboundHost,
  OutboundPolicy,
  readOutboundHost,
} from '../../packages/server/src/outbound/outbound-policy.ts';

/** Reads them as the setting does. */
export function outboundHosts(...texts: readonly string[]): readonly OutboundHost[] {
  return texts.map((text) => {
    const host = readOutboundHost(text);
    assert.ok(host, text);
    return host;
  });
}

/** The way to the places of a policy that names `hosts`. */
export function outboundHttpTo(
  hosts: readonly string[],
  options: Partial<ConstructorParameters<typeof OutboundHttp>[0]> = {},
): OutboundHttp & { readonly failures: OutboundFailure[] } {
  const failures: OutboundFailure[] = [];
  const policy = new OutboundPolicy(outboundHosts(...hosts));
  return Object.assign(new OutboundHttp({ policy, onFailure: (failure) => failures.push(failure), ...options }), {
    failures,
  });
}
