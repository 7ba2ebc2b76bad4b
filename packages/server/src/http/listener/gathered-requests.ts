import type { RequestListener, Server } from 'node:http';
import { callsAtEndOfTurn } from './end-of-turn.ts';

/**
 * Has `server` answer requests at the end of the turn of the event loop that brought them, when all of that turn are read.
 *
 * Otherwise each of them would be answered as far as possible before the next one is read, and would find the code of each step gone from the processor's
 * caches.
 */
export function gatherRequests(server: Server): void {
  const [answer] = server.listeners('request') as [RequestListener];
  const whenTurnEnds = callsAtEndOfTurn();
  server.off('request', answer).on('request', (request, response) => {
    whenTurnEnds(() => {
      // Nothing would say when the request of a client that has left meanwhile is over.
      if (!response.destroyed) answer(request, response);
    });
  });
}
