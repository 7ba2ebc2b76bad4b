/** Conditional requests, ranges and caching of what is published (RFC 9110 §13 and §14, RFC 9111). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { requestedOctets } from './byte-range.ts';

/** A thing with its validators. */
export interface Representation {
  readonly length: number;
  /** The octets from `start` to `end` in pieces, which are read as fast as the client takes them. */
  read(start: number, end: number): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly mediaType: string;
  /** A strong entity tag (RFC 9110 §8.8.3) without its quotes. */
  readonly tag: string;
  readonly modifiedSeconds?: number | undefined;
  readonly maxAgeSeconds: number;
  /** Name for a file that a browser makes of it. */
  readonly fileName?: string | undefined;
}

/** Sends the thing or the range of it that is asked for, or 304 when the client has it. */
export function sendRepresentation(
  request: FastifyRequest,
  reply: FastifyReply,
  thing: Representation,
  clock: Clock,
): FastifyReply {
  const { length, mediaType, tag, modifiedSeconds, maxAgeSeconds, fileName } = thing;
  const entityTag = `"${tag}"`;
  const lastModified = modifiedSeconds === undefined ? undefined : new Date(modifiedSeconds * 1000).toUTCString();
  void reply.header('etag', entityTag).header('cache-control', `public, max-age=${maxAgeSeconds}, no-transform`);
  void reply.header('accept-ranges', 'bytes');
  // What a cache that knows no max-age goes by (RFC 9111 §5.3).
  void reply.header('expires', new Date(clock.nowMs() + maxAgeSeconds * 1000).toUTCString());
  if (fileName !== undefined) void reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (lastModified !== undefined) void reply.header('last-modified', lastModified);
  if (isUnchanged(request, entityTag, modifiedSeconds)) return reply.code(304).send();
  if (request.method === 'HEAD') {
    // Ranges are of GET alone (§14.2), and of what HEAD asks about nothing is read.
    return reply.type(mediaType).header('content-length', length).send(Readable.from([]));
  }
  const wanted = requestedOctets(request.headers, { length, entityTag, lastModified });
  if (wanted.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${length}`).header('content-length', 0).send();
  }
  const { start, end } = wanted.kind === 'all' ? { start: 0, end: length } : wanted;
  if (wanted.kind === 'range') void reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${length}`);
  void reply.type(mediaType).header('content-length', end - start);
  return reply.send(Readable.from(thing.read(start, end)));
}

/** RFC 9110 §13.2.2: If-None-Match alone decides when it is there. */
function isUnchanged({ headers }: FastifyRequest, entityTag: string, modifiedSeconds: number | undefined): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined)
    return noneMatch.split(',').some((tag) => ['*', entityTag, `W/${entityTag}`].includes(tag.trim()));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedSeconds !== undefined && since >= modifiedSeconds * 1000;
}
