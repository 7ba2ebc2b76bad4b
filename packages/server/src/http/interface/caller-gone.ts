/** The end of what is done for a caller who does not wait for the answer any more. */
import type { FastifyReply } from 'fastify';
import { CallerGoneError } from '../errors/index.ts';

/** Returns a signal that ends with {@link CallerGoneError} when the connection is closed before the answer is out. For reads alone: a change goes on. */
export function untilCallerIsGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const closed = () => {
    if (!raw.writableFinished) gone.abort(new CallerGoneError());
  };
  if (raw.closed) closed();
  else raw.once('close', closed);
  return gone.signal;
}
