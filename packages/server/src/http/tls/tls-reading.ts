/** Settings of Node's TLS server that prevent the loss of good requests. */
import type { Server } from 'node:https';

/**
 * Has requests over TLS read from the stream of their socket once Node pauses it.
 *
 * By itself Node's HTTP parser takes what it reads from the TLS layer directly, which is cheaper. When a request arrives before the answer to the last one is
 * out of the buffers, Node pauses socket and parser; the TLS layer hands on what it has decrypted already, and the parser takes that for an error
 * (HPE_PAUSED), which ends the connection in the midst of a request that is good. A stream keeps it until the parser goes on. Node reads from
 * the stream as soon as somebody else listens to it, which has to be before the pause: a listener that comes later does not make the TLS layer read again.
 */
export function readThroughStream(server: Server): void {
  server.on('secureConnection', (socket) => {
    const pause = socket.pause.bind(socket);
    socket.pause = () => {
      socket.pause = pause;
      socket.on('data', () => undefined);
      return pause();
    };
  });
}

/**
 * Leaves it to HTTP to end a connection whose client has ended its side of TLS: the answer may still have to be made. Before the end of the handshake there is
 * no HTTP that would do so, and Node ends it at once.
 */
export function allowHalfOpen(server: Server): void {
  server.on('secureConnection', (socket) => {
    socket.allowHalfOpen = true;
  });
}

/**
 * Has the client's certificate read as soon as the handshake is done, which empties OpenSSL's queue of errors.
 *
 * OpenSSL verifies the certificate against the CAs whose names the server has sent. What it makes of that is asked of nobody, but a signature that does not
 * fit leaves an error in the queue of the thread, the next reading of the connection takes it for its own, and the connection ends without an answer.
 * Node empties the queue when it reads the certificate. Of the calls of `node:crypto` none leaves an error behind.
 */
export function forgetVerification(server: Server): void {
  server.on('secureConnection', (socket) => void socket.getPeerX509Certificate());
}
