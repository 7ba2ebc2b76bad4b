/** Connections to others that speak no HTTP. */
import { connect, type Socket } from 'node:net';
import { WithDeps } from '../kernel/with-deps.ts';
import { allowedAddresses, lookupOf, reasonOf, type ResolveName, unlessAborted } from './outbound-addresses.ts';
import type { OutboundPlace, OutboundPolicy, UrlSource } from './outbound-policy.ts';

/** A connection, or the reason that there is none, which has no secret in it. */
export type OutboundConnection =
  | { readonly outcome: 'connected'; readonly socket: Socket }
  | { readonly outcome: 'failed'; readonly reason: string };

export interface OutboundSocketsDeps {
  readonly policy: OutboundPolicy;
  /** The addresses of a host name; those of the system unless given. */
  readonly resolve?: ResolveName;
}

/** Connects where the operator allows it: under the same policy, and with addresses resolved and checked in the same way, as `OutboundHttp`. */
export class OutboundSockets extends WithDeps<OutboundSocketsDeps> {
  /**
   * Connects. The signal ends the attempt, and not the connection afterwards.
   *
   * @throws the reason of the signal
   */
  async connect(place: OutboundPlace, source: UrlSource, signal: AbortSignal): Promise<OutboundConnection> {
    const { policy, resolve } = this.deps;
    const refusal = policy.placeRefusal(place, source);
    if (refusal !== undefined) return { outcome: 'failed', reason: refusal };
    try {
      const addresses = await unlessAborted(allowedAddresses(policy, place, source, resolve), signal);
      if (typeof addresses === 'string') return { outcome: 'failed', reason: addresses };
      // An address that a name stands for is found by the lookup alone.
      const host = addresses.length === 1 ? addresses[0]!.text : place.name;
      const socket = connect({
        host,
        port: place.port,
        lookup: lookupOf(addresses),
        autoSelectFamily: true,
        noDelay: true,
      });
      return { outcome: 'connected', socket: await connected(socket, signal) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof TypeError || error instanceof RangeError) throw error;
      return { outcome: 'failed', reason: `cannot be reached: ${reasonOf(error)}` };
    }
  }
}

async function connected(socket: Socket, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('connect', () => resolve(socket));
  // An error may come before somebody takes it over, who learns of that by its end.
  socket.once('error', reject).on('error', () => undefined);
  try {
    return await unlessAborted(promise, signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
