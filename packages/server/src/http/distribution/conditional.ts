/** Conditional requests, ranges and caching of published objects (RFC 9110 §13 and §14, RFC 9111). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { requestedOctets } from './byte-range.ts';

/** A published object with its validators. */
export interface Representation {
  readonly length: number;
  /** Yields the octets from `start` to `end` in pieces, read as fast as the client takes them. */
  read(start: number, end: number): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly mediaType: string;
  /** A strong entity tag (RFC 9110 §8.8.3) without its quotes. */
  readonly tag: string;
  /**
   * The second since which it has been as it is. Left out where that is not known: a date of the thing's own, such as when a certificate begins,
   * does not tell when it came here.
   */
  readonly modifiedSeconds?: number | undefined;
  readonly maxAgeSeconds: number;
  /** File name for browsers that save it. */
  readonly fileName?: string | undefined;
}

/** Sends the object, the requested range of it, or 304 if the client has it already. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  thing: Representation,
  clock: Clock,
): FastifyReply {
  const { length, mediaType, tag, maxAgeSeconds, fileName } = thing;
  const entityTag = `"${tag}"`;
  const modifiedMs = settledMs(thing, clock);
  void reply.header('etag', entityTag).header('cache-control', `public, max-age=${maxAgeSeconds}, no-transform`);
  void reply.header('accept-ranges', 'bytes');
  // For caches that do not know max-age (RFC 9111 §5.3).
  void reply.header('expires', new Date(clock.nowMs() + maxAgeSeconds * 1000).toUTCString());
  if (fileName !== undefined) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (modifiedMs !== undefined) void reply.header('last-modified', new Date(modifiedMs).toUTCString());
  if (isUnchanged(request, entityTag, modifiedMs)) return reply.code(304).send();
  if (request.method === 'HEAD') {
    // Ranges apply to GET only (§14.2), and for HEAD nothing is read.
    return reply.type(mediaType).header('content-length', length).send(Readable.from([]));
  }
  const wanted = requestedOctets(request.headers, { length, entityTag });
  if (wanted.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${length}`).header('content-length', 0).send();
  }
  const { start, end } = wanted.kind === 'all' ? { start: 0, end: length } : wanted;
  if (wanted.kind === 'range') void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${length}`);
  void reply.type(mediaType).header('content-length', end - start);
  return reply.send(Readable.from(thing.read(start, end)));
}

/**
 * Returns the date of a thing if it tells it from every other that this address has had: two of one second have the same. So nobody learns the
 * date before nothing more can be made in that second (RFC 9110 §8.8.2.2), on other nodes, whose clocks differ a little, included.
 */
function settledMs({ modifiedSeconds }: Representation, clock: Clock): number | undefined {
  if (modifiedSeconds === undefined) return undefined;
  const modifiedMs = modifiedSeconds * 1000;
  return clock.nowMs() - modifiedMs >= SETTLED_AFTER_MS ? modifiedMs : undefined;
}

/**
 * RFC 9110 §13.2.2: If-None-Match alone decides when it is there. A date counts only if it is the very one that was sent with the thing: what is newer
 * here may have an earlier date than what the client has, and no date of the client's own, such as that of its file, says what it has.
 */
function isUnchanged({ headers }: FastifyRequest, entityTag: string, modifiedMs: number | undefined): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined)
    return noneMatch.split(',').some((tag) => ['*', entityTag, `W/${entityTag}`].includes(tag.trim()));
  return modifiedMs !== undefined && Date.parse(headers['if-modified-since'] ?? '') === modifiedMs;
}

const SETTLED_AFTER_MS = 60_000;
