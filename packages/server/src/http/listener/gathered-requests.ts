import type { RequestListener, Server } from 'node:http';
import { callsAtEndOfTurn } from './end-of-turn.ts';

/** Requests that have been read, and wait for the end of their turn of the event loop. */
export interface GatheredRequests {
  /** Passes on those that wait, and from now on each one at once. */
  readonly letGo: () => void;
}

/**
 * Has `server` answer requests at the end of the turn of the event loop that brought them, when all of that turn are read.
 *
 * Otherwise each of them would be answered as far as possible before the next one is read, and would find the code of each step gone from the processor's
 * caches.
 */
export function gatherRequests(server: Server): GatheredRequests {
  const { whenTurnEnds, callNow } = callsAtEndOfTurn();
  let isOver = false;
  const [answer] = server.listeners('request') as [RequestListener];
  server.off('request', answer).on('request', (request, response) => {
    if (isOver) return answer(request, response);
    whenTurnEnds(() => {
      // Nothing would say when the request of a client that has left meanwhile is over.
      if (!response.destroyed) answer(request, response);
    });
  });
  const letGo = (): void => {
    isOver = true;
    callNow();
  };
  return { letGo };
}
