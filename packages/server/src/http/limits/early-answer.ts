/**
 * Answers to requests that have not fully arrived. Such an answer closes the connection, since nobody reads the rest.
 *
 * A connection that is closed while octets of the client wait to be read is reset, and takes the answer with it. So what comes is read and thrown away for
 * a moment.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
      destroyLater(socket);
      request.once('end', destroySoon).resume();
    }
  };
}

/** Sends an answer to what is not a request of HTTP, and closes the connection. */
export function endUnreadable(socket: Socket, answer: string): void {
  // Each further piece is unreadable, too.
  if (ending.has(socket)) return;
  ending.add(socket);
  socket.end(answer);
  destroyLater(socket);
  // The parser gets nothing more.
  socket.removeAllListeners('data').on('data', () => {});
  socket.once('end', () => socket.destroySoon());
}

function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => void socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}

/** Returns true if the connection closes after an answer under way; later requests on it must not be answered (RFC 9112 §9.6). */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

const ending = new WeakSet<Socket>();
const LINGER_MS = 2000;
