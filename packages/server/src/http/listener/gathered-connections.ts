/** New connections, accepted one after the other and read together. */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Delays reading from new connections until a turn of the event loop accepts no more, or 16 connections or 2 ms are reached.
 *
 * The runtime accepts one connection per turn, however many wait. If each were read at once, each request would go through all steps alone, and code and
 * data of each step would have left the processor's caches.
 *
 * @param clock - monotonic
 */
export function gatherConnections(server: Server, clock: Clock): void {
  // The option `pauseOnConnect` of `net.Server`, which the constructor of an HTTP server does not accept.
  (server as Server & { pauseOnConnect: boolean }).pauseOnConnect = true;
  const gathered: Socket[] = [];
  let beganMs = 0;
  const readWhenAllAreThere = (known: number): void => {
    setImmediate(() => {
      const goesOn = gathered.length > known && gathered.length < MOST && clock.nowMs() - beganMs < MOST_MS;
      if (goesOn) readWhenAllAreThere(gathered.length);
      else for (const socket of gathered.splice(0)) socket.resume();
    });
  };
  server.on('connection', (socket: Socket) => {
    if (gathered.push(socket) > 1) return;
    beganMs = clock.nowMs();
    readWhenAllAreThere(0);
  });
}

const MOST = 16;
const MOST_MS = 2;
