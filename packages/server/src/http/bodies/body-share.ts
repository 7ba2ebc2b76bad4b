/** The memory that one request holds while it is worked on. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BodyMemory } from './body-memory.ts';
import type { EdgeInstance } from '../interface/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True when the route's handler runs. A client that leaves does not end it. */
    isWorkedOn: boolean;
    /** True when its answer is made and holds nothing of the request any more. */
    isAnswerMade: boolean;
    /** Gives back what the request holds of the memory of bodies, once nobody needs it. */
    giveMemoryBack: (() => void) | undefined;
  }
}

/** Has every request of `app` tell while its handler runs. To be called before the routes are added. */
export function followHandlers(app: EdgeInstance): void {
  app
    .decorateRequest('isWorkedOn', false)
    .decorateRequest('isAnswerMade', false)
    .decorateRequest('giveMemoryBack', undefined);
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function followed(request, reply) {
      request.isWorkedOn = true;
      const ended = () => {
        request.isWorkedOn = false;
        request.giveMemoryBack?.();
      };
      const result: unknown = handler.call(this, request, reply);
      if (result instanceof Promise) result.then(ended, ended);
      else ended();
      return result;
    };
  });
}

/** Lets go of the body: the answer is made, and a client may take it slowly. */
export function leaveBody(request: FastifyRequest): void {
  request.body = undefined;
  request.isAnswerMade = true;
  request.giveMemoryBack?.();
}

/**
 * Takes memory for a request. It is given back when the answer is made, out, or the client is gone, and the handler has ended: it works on for a
 * client that has left.
 *
 * @throws {@link NoRoomForBodyError}
 */
export async function takeBodyMemory(
  octets: number,
  { request, raw }: FastifyReply & { readonly request: FastifyRequest },
  memory: BodyMemory,
): Promise<void> {
  const share = await memory.take(octets);
  const others = request.giveMemoryBack;
  request.giveMemoryBack = () => {
    if (request.isWorkedOn || !(request.isAnswerMade || raw.destroyed || raw.closed)) return;
    request.giveMemoryBack = undefined;
    memory.give(share);
    others?.();
  };
  raw.once('close', () => request.giveMemoryBack?.());
  request.giveMemoryBack();
}
