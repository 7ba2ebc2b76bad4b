/** Answers to what is not a request of HTTP, or not a whole one: without a body, since no interface was asked. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endUnreadable, type Refusals } from '../limits/index.ts';

/**
 * Stops reading a connection whose request did not come in time: what comes now is too late, and must not be done.
 *
 * @returns a function that answers and closes it
 */
export function answerTooLate(socket: Socket): () => void {
  socket.pause();
  return () => endUnread(socket, '408 Request Timeout');
}

/** Answers what the parser of HTTP refuses, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket, refusals: Refusals): void {
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  if (isTooLong) refusals.count('header_size');
  // Before the end of a TLS handshake nothing can be written, and waiting for that would never end.
  const isHttp = error.code?.startsWith('HPE_') === true || error.code?.startsWith('ERR_HTTP_') === true;
  if (isHttp) endUnread(socket, isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request');
  else socket.destroy();
}

/** Waits for the answers to whole requests: the client would take this one for theirs. */
function endUnread(socket: Socket, status: string): void {
  const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse | null };
  if (underWay?.req.complete === true) {
    socket.pause();
    underWay.once('close', () => endUnread(socket, status));
  } else if (socket.writable)
    endUnreadable(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}
