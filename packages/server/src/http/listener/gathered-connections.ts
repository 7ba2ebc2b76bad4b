/** Connections that are accepted one after the other, and read together. */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../kernel/clock.ts';

/**
 * Has `server` read nothing of a new connection before a turn of the event loop has brought no further one. It waits for 16 connections and 2 ms at most.
 *
 * The runtime accepts one connection in a turn, however many wait. Read at once, each request would go through all steps alone, and find code and data of
 * each step gone from the processor's caches.
 *
 * @param clock - monotonic
 */
export function gatherConnections(server: Server, clock: Clock): void {
  // The option of that name, which servers of HTTP have no way to be given.
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
