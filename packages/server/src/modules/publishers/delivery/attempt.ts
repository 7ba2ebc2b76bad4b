/** One attempt to publish one object, in bounded time. */
import { type PublishedObject, type Publisher, type PublishingAct, PublishingError } from '../port/index.ts';

/** Outcome of an attempt. `away`: the publisher fails as a whole. */
export type Attempt =
  | { readonly outcome: 'done'; readonly error?: undefined }
  | { readonly outcome: 'failed' | 'away'; readonly error: PublishingError };

/** Bounds of an attempt. */
export interface AttemptBounds {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Runs the call of the driver after earlier ones for the object, also after those that nobody waits for any more. */
  readonly inOrder: (call: () => Promise<void>) => Promise<void>;
}

/** Publishes an object or takes it away. @returns undefined when the server stops: nothing is known of it */
export async function attempt(
  driver: Publisher,
  act: PublishingAct,
  object: PublishedObject,
  { signal, timeoutMs, inOrder }: AttemptBounds,
): Promise<Attempt | undefined> {
  const call = (either: AbortSignal) =>
    inOrder(async () => {
      either.throwIfAborted();
      await driver[act](object, either);
    });
  const error = await failureOf(call, `'${object.name}'`, { signal, timeoutMs });
  if (error === 'stopped') return undefined;
  if (error === undefined) return { outcome: 'done' };
  return { outcome: error.scope === 'publisher' ? 'away' : 'failed', error };
}

/** Tries what publishing needs. @returns undefined when it passes */
export async function tryPublisher(driver: Publisher, timeoutMs: number): Promise<PublishingError | undefined> {
  const { signal } = new AbortController();
  const error = await failureOf((either) => driver.test(either), 'The test', { signal, timeoutMs });
  return error === 'stopped' ? undefined : error;
}

/** Goes through with a call of a driver, in bounded time. @param what - names it, at the beginning of a sentence */
async function failureOf(
  call: (signal: AbortSignal) => Promise<void>,
  what: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<PublishingError | 'stopped' | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  try {
    await unlessAborted(call(either), either);
    return undefined;
  } catch (cause) {
    if (signal.aborted) return 'stopped';
    if (!timeout.aborted) return asPublishingError(cause, what);
    return new PublishingError(`${what} took longer than ${timeoutMs / 1000} seconds`, { scope: 'publisher', cause });
  }
}

/** A driver that throws anything else has a bug. Its message may say what nobody should read. */
function asPublishingError(cause: unknown, what: string): PublishingError {
  if (cause instanceof PublishingError) return cause;
  return new PublishingError(`${what} failed unexpectedly; the log of the server has the error`, {
    scope: 'object',
    cause,
  });
}

/** Whatever the driver does with its signal, nobody waits for it longer. */
async function unlessAborted(call: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  // A driver may have run into it by now.
  if (signal.aborted) abort();
  try {
    await Promise.race([call, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
