/** Waiting for what happens by itself: in the background of a server, in a thread, in another process. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Looks again and again until there is something, or it holds, and returns that.
 *
 * What nobody promises a time for may take as long as the machine is busy: the limit only ends a test that would never end.
 *
 * @throws {RangeError} after two minutes
 */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new RangeError(`waited in vain for ${what}`);
    await pause(PAUSE_MS);
  }
}

const LIMIT_MS = 120_000;
const PAUSE_MS = 20;
