/** Bodies that are parsed as a whole and are not small: on disk while they are sent, in memory one after the other. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { AnswerMemory } from './answer-memory.ts';
import type { BodyMemory } from './body-memory.ts';
import { takeBodyMemory } from './body-share.ts';
import { BodyTooLargeError } from '../errors/index.ts';
import { DocumentTooLargeError, piecesOf, type Spool } from '../uploads/index.ts';

/** Resources for large bodies of requests and answers, shared by all listeners. */
export interface BodyRoom {
  /** Place in which a body waits until it is complete, so that slow clients take no memory from others. */
  readonly spool: Spool;
  /** Memory that it then takes until the answer is out. */
  readonly memory: BodyMemory;
  /** Memory of large answers until they are out. Beyond it they wait in the spool. */
  readonly answers: AnswerMemory;
}

/** Makes room for each large body before it is parsed. */
export function makeRoomForBodies(room: BodyRoom): preParsingHookHandler {
  return (request, reply, payload, done) => {
    if (isLarge(request))
      keepBody(payload, request.routeOptions.bodyLimit, reply, room).then((body) => done(null, body), done);
    else done(null, payload);
  };
}

async function keepBody(
  payload: AsyncIterable<Uint8Array>,
  limit: number,
  reply: FastifyReply,
  { spool, memory }: BodyRoom,
): Promise<Readable> {
  const kept = await spool.keep(payload, { octets: limit, setting: '' }).catch((error: unknown) => {
    throw error instanceof DocumentTooLargeError ? new BodyTooLargeError({ cause: error }) : error;
  });
  const close = () => void kept.close().catch(() => undefined);
  // Not everybody reads it to the end: a request may be refused for its media type.
  reply.raw.once('close', close);
  try {
    await takeBodyMemory(kept.octets, reply, memory);
  } catch (error) {
    await kept.close();
    throw error;
  }
  if (reply.raw.destroyed) close();
  return Readable.from(piecesOf(kept), { objectMode: false }).once('close', close);
}

function isLarge({ headers, routeOptions: { bodyLimit } }: FastifyRequest): boolean {
  const announced = headers['content-length'];
  if (announced === undefined && headers['transfer-encoding'] === undefined) return false;
  const isReadInPieces =
    bodyLimit === Number.MAX_SAFE_INTEGER || headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
  // One above the limit is refused without being read.
  return (
    !isReadInPieces && (announced === undefined || (Number(announced) > SMALL_OCTETS && Number(announced) <= bodyLimit))
  );
}

/** Octets that arrive with the header or right after it. */
const SMALL_OCTETS = 16 * 1024;
