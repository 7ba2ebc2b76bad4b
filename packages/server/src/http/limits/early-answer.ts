/**
 * Answers after which the connection is closed, since nobody reads what still comes on it.
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
  ending.add(socket);
  // The runtime calls it once such an answer is out.
  socket.destroySoon = () => closeInStages(socket);
}

/** Sends an answer to what is not a request of HTTP, and closes the connection. */
export function endUnreadable(socket: Socket, answer: string): void {
  // Each further piece is unreadable, too.
  if (ending.has(socket)) return;
  socket.write(answer);
  closeInStages(socket);
}

/**
 * Ends the server's side of a connection, once all that was written is out. What still comes is read and thrown away until the client ends its side, or it takes too long
 * or is too much (RFC 9112 §9.6).
 */
export function closeInStages(socket: Socket): void {
  if (!socket.writable) return;
  ending.add(socket);
  socket.end();
  const { bytesRead } = socket;
  const timer = setTimeout(() => void socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  // The parser gets nothing more.
  socket.removeAllListeners('data').on('data', () => {
    if (socket.bytesRead - bytesRead > MAX_THROWN_AWAY) socket.destroy();
  });
  socket.resume();
}

/** Returns true if the connection closes after an answer under way; later requests on it must not be answered (RFC 9112 §9.6). */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

const ending = new WeakSet<Socket>();
const LINGER_MS = 2000;
/** Octets. */
const MAX_THROWN_AWAY = 8 * 1024 * 1024;
