/**
 * Works on several items at once, and gives the results in the order of the items.
 *
 * @param atOnce - number of items that are worked on at once
 * @param ahead - number of items that may be begun and not given yet; a slow one holds up the others only behind so many
 * @throws what the first item in the order throws, once all that was begun has ended; no result behind it is given
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  { atOnce, ahead }: { readonly atOnce: number; readonly ahead: number },
): AsyncGenerator<R> {
  const begun: Begun<R>[] = [];
  const running = new Set<Promise<void>>();
  try {
    for await (const item of items) {
      while (begun.length > 0 && (begun[0]!.ended || begun.length >= ahead)) yield begun.shift()!.result;
      while (running.size >= atOnce) await Promise.race(running);
      begun.push(begin(work(item), running));
    }
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) yield first.result;
  } finally {
    await Promise.all(running);
  }
}

/** Watches something that was begun, among what is running. */
function begin<R>(result: Promise<R>, running: Set<Promise<void>>): Begun<R> {
  const one: Begun<R> = { result, ended: false };
  const end = () => {
    one.ended = true;
    running.delete(watched);
  };
  // Of a failure the one learns who takes the result.
  const watched = result.then(end, end);
  running.add(watched);
  return one;
}

interface Begun<R> {
  readonly result: Promise<R>;
  ended: boolean;
}
