/** The end of what is done for a caller who does not wait for the answer any more. */
import type { FastifyReply } from 'fastify';
import { CallerGoneError } from '../errors/index.ts';

/**
 * Returns a signal that ends with {@link CallerGoneError} when the connection is closed before the answer is out. For reads alone: a change goes on.
 *
 * A client that has ended its side of the connection has left, or only sends no more, which nobody can tell from here. So it is waited for, but not for long.
 */
export function untilCallerIsGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!raw.writableFinished) gone.abort(new CallerGoneError());
  };
  if (raw.closed) {
    end();
    return gone.signal;
  }
  let patience = PATIENCE_SECONDS;
  const watch = setInterval(() => {
    if (raw.req.socket.readableEnded && patience-- === 0) end();
  }, 1000);
  raw.once('close', () => {
    clearInterval(watch);
    end();
  });
  return gone.signal;
}

const PATIENCE_SECONDS = 5;
