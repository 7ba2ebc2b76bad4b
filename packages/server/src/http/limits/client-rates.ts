/** Minimum rates at which clients must send request bodies and read answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';
import { NO_PLACE, type Passing, PassingSet } from '../../kernel/passing-set.ts';
import type { Refusals } from './refusals.ts';
import { markTooSlow } from './too-slow.ts';

export interface ClientRatesDeps {
  readonly octetsPerSecond: number;
  /** One that nobody sets. */
  readonly clock: Clock;
  readonly refusals: Refusals;
}

/**
 * Requests under way on one listener.
 *
 * Time counts only while the client is waited for. A body that nobody reads yet, or that comes faster than it is read, and an answer that is not made
 * yet start anew. The average counts, so that a pause is not a fault of a client that was fast before.
 */
export class ClientRates {
  readonly #octetsPerSecond: number;
  readonly #clock: Clock;
  readonly #refusals: Refusals;
  readonly #underWay = new PassingSet<Exchange>();

  constructor({ octetsPerSecond, clock, refusals }: ClientRatesDeps) {
    this.#octetsPerSecond = octetsPerSecond;
    this.#clock = clock;
    this.#refusals = refusals;
  }

  /** Watches a request until it is {@link forget | forgotten}, when its answer is sent or its connection closed. */
  watch(request: IncomingMessage, response: ServerResponse): Exchange {
    const exchange = { request, response, socket: request.socket, measured: undefined, place: NO_PLACE };
    this.#underWay.add(exchange);
    return exchange;
  }

  forget(exchange: Exchange): void {
    this.#underWay.delete(exchange);
  }

  /**
   * Closes connections that are too slow. Must be called about once a second.
   *
   * Of many it closes a tenth: they began together, and their clients would all connect again in the same moment.
   */
  check(): void {
    const nowMs = this.#clock.nowMs();
    const tooSlow: [Exchange, Phase][] = [];
    for (const exchange of this.#underWay.toArray()) {
      const now = phaseOf(exchange);
      const begun = exchange.measured;
      if (now === undefined) exchange.measured = undefined;
      else if (begun?.phase !== now.phase) exchange.measured = { ...now, atMs: nowMs };
      else if (this.#isTooSlow(now.octets - begun.octets, nowMs - begun.atMs, GRACE_MS[now.phase]))
        tooSlow.push([exchange, now.phase]);
    }
    const most = Math.max(FEW, Math.ceil(tooSlow.length / 10));
    for (const [exchange, phase] of tooSlow.slice(0, most)) this.#end(exchange, phase);
  }

  #isTooSlow(octets: number, elapsedMs: number, graceMs: number): boolean {
    return elapsedMs > graceMs && octets * 1000 < this.#octetsPerSecond * elapsedMs;
  }

  #end(exchange: Exchange, phase: Phase): void {
    const { socket, response } = exchange;
    this.#underWay.delete(exchange);
    this.#refusals.count(phase === 'body' ? 'body_rate' : 'answer_rate');
    markTooSlow(socket);
    // The answer to an earlier request of the connection may still be under way, and no other answer may be written into it.
    if (phase === 'answer' || response.headersSent || !socket.writable || this.#isSharedWithOthers(socket)) {
      socket.destroy();
      return;
    }
    socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroySoon();
  }

  #isSharedWithOthers(socket: Socket): boolean {
    return this.#underWay.toArray().some((other) => other.socket === socket);
  }
}

/** A phase of an exchange in which the server waits for the client. */
type Phase = 'body' | 'answer';

/** A request with its answer. */
export interface Exchange extends Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Beginning of the present phase, and the octets transferred before it. */
  measured: { readonly phase: Phase; readonly octets: number; readonly atMs: number } | undefined;
}

/** @returns undefined while the client waits for the server */
function phaseOf({ request, response, socket }: Exchange): { phase: Phase; octets: number } | undefined {
  if (socket.destroyed) return undefined;
  const isRead = request.readableFlowing === true || request.listenerCount('readable') > 0;
  if (!request.complete && !response.headersSent && isRead && request.readableLength === 0)
    return { phase: 'body', octets: socket.bytesRead };
  if (response.headersSent && socket.writableLength > 0)
    return { phase: 'answer', octets: socket.bytesWritten - waitingOctets(socket) };
  return undefined;
}

/**
 * Octets that the operating system has not taken yet. The runtime counts a piece as waiting until all of it is taken, and an answer may be one piece, so its
 * handle is asked, which for TLS has another one below.
 */
function waitingOctets(socket: Socket): number {
  const handle = (socket as unknown as { _handle?: Handle | null })._handle;
  return (handle?._parent ?? handle)?.writeQueueSize ?? socket.writableLength;
}

interface Handle {
  readonly writeQueueSize?: number;
  readonly _parent?: Handle;
}

/** Number of connections that are closed together. */
const FEW = 10;
/** Grace period. The operating system takes an answer in large steps, and the client's network may fail for a while. */
const GRACE_MS: Readonly<Record<Phase, number>> = { body: 10_000, answer: 60_000 };
