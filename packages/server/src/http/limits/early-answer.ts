/**
 * Answers to requests that have not fully arrived. Such an answer closes the connection, since nobody reads the rest.
 *
 * A connection that is closed while octets of the client wait to be read is reset, and takes the answer with it. So what comes is read and thrown away for
 * a moment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** Returns true if part of the request's body has not arrived or not been parsed yet. */
export function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);
}

/** Closes the connection after the answer. Must be called before the answer's headers are sent. */
export function endWithAnswer({ socket }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  if (ending.has(socket)) return;
  ending.add(socket);
  const destroySoon = socket.destroySoon.bind(socket);
  // The runtime calls it once such an answer is out.
  socket.destroySoon = () => {
    const { req: request } = response;
    if (request.complete) destroySoon();
    else {
      socket.end();
      throwAway(socket, request.once('end', destroySoon));
    }
  };
}

/** Sends an answer to what is not a request of HTTP, and closes the connection. */
export function endUnreadable(socket: Socket, answer: string): void {
  // Each further piece is unreadable, too.
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.end(answer);
  // The parser gets nothing more.
  throwAway(
    socket,
    socket.removeAllListeners('data').once('end', () => socket.destroySoon()),
  );
}

/** Reads and throws away what still comes, until it takes too long or is too much. */
function throwAway(socket: Socket, rest: Readable): void {
  const { bytesRead } = socket;
  const timer = setTimeout(() => void socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  rest.on('data', () => {
    if (socket.bytesRead - bytesRead > MAX_THROWN_AWAY) socket.destroy();
  });
  rest.resume();
}

/** Returns true if the connection closes after an answer under way; later requests on it must not be answered (RFC 9112 §9.6). */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

const ending = new WeakSet<Socket>();
const LINGER_MS = 2000;
/** Octets. */
const MAX_THROWN_AWAY = 8 * 1024 * 1024;
