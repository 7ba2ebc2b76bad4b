/** Answers that are not small: in memory as long as all of them have room there, in the spool beyond that, from which their clients may take them as slowly as they like. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, onSendHookHandler } from 'fastify';
import { NoRoomForAnswerError } from '../errors/index.ts';
import { NoRoomError, piecesOf } from '../uploads/index.ts';
import { leaveBody } from './body-share.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { BodyRoom } from './large-bodies.ts';

/** Marks a stream whose content is held in memory until it was read to its end. @returns the stream */
export function heldInMemory(stream: Readable): Readable {
  held.add(stream);
  return stream;
}

/**
 * Finds room for each answer that is made in memory. One that is read from a file or a database in pieces needs none.
 *
 * Errors are {@link NoRoomForAnswerError} when the spool is full.
 */
export function makeRoomForAnswers(room: BodyRoom): onSendHookHandler {
  return (request, reply, payload, done) => {
    // The framework counts what HEAD would get, and sends nothing.
    const pieces = request.method === 'HEAD' ? undefined : piecesToKeep(payload, reply, room);
    if (pieces !== undefined) {
      const kept = keepAnswer(pieces, reply, room).finally(() => leaveBody(request));
      kept.then((stream) => done(null, stream), done);
      return;
    }
    if (!(payload instanceof Readable)) leaveBody(request);
    done(null, payload);
  };
}

/** Returns undefined for what needs no room, and for what has got it in memory. */
function piecesToKeep(
  payload: unknown,
  reply: FastifyReply,
  { answers }: BodyRoom,
): AsyncIterable<Uint8Array> | undefined {
  if (payload instanceof Readable) return held.has(payload) ? octetsOf(payload) : undefined;
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return undefined;
  // No character has more than three octets.
  if (payload.length <= (typeof payload === 'string' ? SMALL_OCTETS / 3 : SMALL_OCTETS)) return undefined;
  const octets = Buffer.byteLength(payload);
  return takeAnswerMemory(octets, reply.raw, answers) ? undefined : octetsOf([payload]);
}

/** Takes memory for an answer until it is out, unless it is small. @returns false when there is no room for it */
export function takeAnswerMemory(octets: number, response: ServerResponse, answers: AnswerMemory): boolean {
  if (octets <= SMALL_OCTETS) return true;
  if (!answers.take(octets)) return false;
  whenOut(response, () => answers.give(octets));
  return true;
}

async function keepAnswer(
  pieces: AsyncIterable<Uint8Array>,
  reply: FastifyReply,
  { spool }: BodyRoom,
): Promise<Readable> {
  const kept = await spool.keep(pieces, UNLIMITED).catch((error: unknown) => {
    throw error instanceof NoRoomError ? new NoRoomForAnswerError({ cause: error }) : error;
  });
  whenOut(reply.raw, () => void kept.close().catch(() => undefined));
  void reply.header('content-length', kept.octets);
  return Readable.from(piecesOf(kept), { objectMode: false });
}

/** Runs something when the answer is out or the client is gone, at once when it is already. */
function whenOut(response: ServerResponse, act: () => void): void {
  if (response.destroyed || response.closed) act();
  else response.once('close', act);
}

async function* octetsOf(pieces: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
}

const held = new WeakSet<Readable>();
/** Size up to which an answer is small: most are, and the operating system takes one from a process at once, as a rule. */
const SMALL_OCTETS = 16 * 1024;
/** The spool has a limit of its own. */
const UNLIMITED = { octets: Number.MAX_SAFE_INTEGER, setting: '' };
