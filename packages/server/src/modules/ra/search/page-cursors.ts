/** Page ends of searches, from which the next page continues, so that nothing appears twice while others enroll. */
import { createHash } from 'node:crypto';
import type { SteadyClock } from '../../../kernel/clock.ts';

/** A search by a caller. */
export interface CallersSearch {
  readonly caller: string;
  /** A key for everything that the result depends on: see {@link searchKey}. */
  readonly key: string;
}

/** A page that was returned: its number and its end. */
export interface PageEnd<End> {
  readonly page: number;
  readonly end: End;
}

/**
 * Page ends, each kept for five minutes after its search was last continued. They may be lost at any time. The number of searches per caller is
 * limited, so that callers do not displace those of others.
 */
export class PageCursors<End> {
  readonly #clock: SteadyClock;
  readonly #callers = new Map<string, Map<string, KnownSearch<End>>>();
  #count = 0;

  constructor(clock: SteadyClock) {
    this.#clock = clock;
  }

  /** Returns the last earlier page with a known end; undefined if there is none. */
  before(search: CallersSearch, page: number): PageEnd<End> | undefined {
    const pages = this.#pagesOf(search);
    const earlier = [...(pages?.keys() ?? [])].filter((one) => one < page);
    if (earlier.length === 0) return undefined;
    const last = Math.max(...earlier);
    return { page: last, end: pages!.get(last)! };
  }

  /** Returns the end of a page; undefined if it is not known. */
  at(search: CallersSearch, page: number): End | undefined {
    return this.#pagesOf(search)?.get(page);
  }

  /** Stores the end of a page. */
  remember({ caller, key }: CallersSearch, page: number, end: End): void {
    const searches = this.#callers.get(caller) ?? new Map<string, KnownSearch<End>>();
    const { pages } = searches.get(key) ?? { pages: new Map<number, End>() };
    pages.delete(page);
    pages.set(page, end);
    dropFirst(pages, MOST_PAGES);
    // The most recently used caller and search are last.
    this.#count -= searches.size;
    searches.delete(key);
    searches.set(key, { usedMs: this.#clock.steadyMs(), pages });
    dropFirst(searches, MOST_SEARCHES_OF_CALLER);
    this.#count += searches.size;
    this.#callers.delete(caller);
    this.#callers.set(caller, searches);
    while (this.#count > MOST_SEARCHES) this.#dropCaller();
  }

  /** Deletes the end of a page that is not full any more, since further results may appear on it. */
  forget(search: CallersSearch, page: number): void {
    this.#callers.get(search.caller)?.get(search.key)?.pages.delete(page);
  }

  #pagesOf({ caller, key }: CallersSearch): ReadonlyMap<number, End> | undefined {
    const known = this.#callers.get(caller)?.get(key);
    return known === undefined || this.#clock.steadyMs() - known.usedMs > KEPT_MS ? undefined : known.pages;
  }

  /** Deletes the searches of the caller who has been idle longest. */
  #dropCaller(): void {
    const [[caller, searches]] = this.#callers as unknown as [[string, Map<string, unknown>]];
    this.#count -= searches.size;
    this.#callers.delete(caller);
  }
}

interface KnownSearch<End> {
  readonly usedMs: number;
  readonly pages: Map<number, End>;
}

/** Returns a key for a search, made from everything that its result depends on. */
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
const MOST_SEARCHES_OF_CALLER = 32;
const MOST_PAGES = 32;
