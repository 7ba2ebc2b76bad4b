/**
 * Works on several items at once, and gives the results in the order of the items.
 *
 * @param atOnce - number of items that are worked on at once
 * @param ahead - number of items that may be begun and not given yet: a slow one holds up the others after this many
 * @throws what the first item in the order throws, once all that was begun has ended; no result behind it is given
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  { atOnce, ahead }: { readonly atOnce: number; readonly ahead: number },
): AsyncGenerator<R> {
  const begun: Begun<R>[] = [];
  const running = new Running();
  try {
    for await (const item of items) {
      while (begun.length > 0 && (begun[0]!.ended || begun.length >= ahead)) yield begun.shift()!.result;
      await running.untilFewerThan(atOnce);
      begun.push(running.begin(work(item)));
    }
    for (let first = begun.shift(); first !== undefined; first = begun.shift()) yield first.result;
  } finally {
    await running.untilFewerThan(1);
  }
}

interface Begun<R> {
  readonly result: Promise<R>;
  ended: boolean;
}

/** Number of items that are worked on. */
class Running {
  #count = 0;
  #onEnd: (() => void) | undefined;

  begin<R>(result: Promise<R>): Begun<R> {
    const one: Begun<R> = { result, ended: false };
    this.#count++;
    const end = () => {
      one.ended = true;
      this.#count--;
      this.#onEnd?.();
    };
    // Of a failure the one learns who takes the result.
    result.then(end, end);
    return one;
  }

  async untilFewerThan(limit: number): Promise<void> {
    while (this.#count >= limit) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#onEnd = () => resolve(undefined);
      await promise;
    }
  }
}
