/** Conditional requests and caching of what is published (RFC 9110 §13, RFC 9111). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A thing with its validators. */
export interface Representation {
  readonly length: number;
  /** Its octets in pieces, which are read as fast as the client takes them. */
  read(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly mediaType: string;
  /** An entity tag without its quotes. */
  readonly tag: string;
  readonly modifiedSeconds?: number | undefined;
  readonly maxAgeSeconds: number;
}

/** Sends the thing, or 304 when the client has it. */
export function sendRepresentation(request: FastifyRequest, reply: FastifyReply, thing: Representation): FastifyReply {
  const { length, mediaType, tag, modifiedSeconds, maxAgeSeconds } = thing;
  const entityTag = `"${tag}"`;
  void reply.header('etag', entityTag).header('cache-control', `public, max-age=${maxAgeSeconds}, no-transform`);
  if (modifiedSeconds !== undefined) void reply.header('last-modified', new Date(modifiedSeconds * 1000).toUTCString());
  if (isUnchanged(request, entityTag, modifiedSeconds)) return reply.code(304).send();
  void reply.type(mediaType).header('content-length', length);
  // Of what HEAD asks about nothing is read.
  return reply.send(Readable.from(request.method === 'HEAD' ? [] : thing.read()));
}

/** RFC 9110 §13.2.2: If-None-Match alone decides when it is there. */
function isUnchanged({ headers }: FastifyRequest, entityTag: string, modifiedSeconds: number | undefined): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined)
    return noneMatch.split(',').some((tag) => ['*', entityTag, `W/${entityTag}`].includes(tag.trim()));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedSeconds !== undefined && since >= modifiedSeconds * 1000;
}
