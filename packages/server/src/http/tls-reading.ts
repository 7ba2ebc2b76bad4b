import type { Server } from 'node:https';

/**
 * Has requests over TLS read from the stream of their socket.
 *
 * By itself Node's HTTP parser takes what it reads from the TLS layer directly. When a request arrives before the answer to the last one is
 * out of the buffers, Node pauses the parser; the TLS layer hands on what it has decrypted already, and the parser takes that for an error
 * (HPE_PAUSED), which ends the connection in the midst of a request that is good. A stream keeps it until the parser goes on. Node reads from
 * the stream as soon as somebody else listens to it.
 */
export function readThroughStream(server: Server): void {
  server.on('secureConnection', (socket) => socket.on('data', () => undefined));
}
