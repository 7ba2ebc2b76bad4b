/** Where the pages of searches ended, so that the next page goes on from there and nothing comes twice while others enroll. */
import { createHash } from 'node:crypto';
import type { SteadyClock } from '../../../kernel/clock.ts';
import type { CertificatePosition } from './certificate-query.ts';

/** A page that was given: its number, counted from 0, and where it ended. */
export interface PageEnd {
  readonly page: number;
  readonly end: CertificatePosition;
}

/** The ends of pages, each kept for five minutes after its search was last continued. They are as good as forgotten at any time. */
export class PageCursors {
  readonly #clock: SteadyClock;
  readonly #searches = new Map<string, { usedMs: number; pages: Map<number, CertificatePosition> }>();

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Returns the last page before this one whose end is known; undefined when there is none. */
  before(search: string, page: number): PageEnd | undefined {
    const known = this.#searches.get(search);
    if (known === undefined || this.#clock.steadyMs() - known.usedMs > KEPT_MS) return undefined;
    const pages = [...known.pages.keys()].filter((one) => one < page);
    if (pages.length === 0) return undefined;
    const last = Math.max(...pages);
    return { page: last, end: known.pages.get(last)! };
  }

  /** Remembers where a page ended. */
  remember(search: string, page: number, end: CertificatePosition): void {
    const { pages } = this.#searches.get(search) ?? { pages: new Map<number, CertificatePosition>() };
    pages.delete(page);
    pages.set(page, end);
    dropFirst(pages, MOST_PAGES);
    // The one that was used last stands at the end.
    this.#searches.delete(search);
    this.#searches.set(search, { usedMs: this.#clock.steadyMs(), pages });
    dropFirst(this.#searches, MOST_SEARCHES);
  }

  /** Forgets where a page ended: it is not full any more, and others may come onto it. */
  forget(search: string, page: number): void {
    this.#searches.get(search)?.pages.delete(page);
  }
}

/** Returns a key for a search of a caller: whatever it depends on. */
export function searchKey(...parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function dropFirst(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

const KEPT_MS = 300_000;
const MOST_SEARCHES = 1000;
const MOST_PAGES = 32;
