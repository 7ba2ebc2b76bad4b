import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentHead } from './document-store.ts';

/** Reads page after page; others have their turn in between. */
export async function* readPages<R extends DocumentHead>(
  read: (afterNameKey: string) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let after = ''; ;) {
    const page = await read(after);
    if (page.length > 0) yield page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.nameKey;
    await nextTurn();
  }
}

/** Few enough that a page of large documents does not hold the event loop. */
export const PAGE_SIZE = 100;
