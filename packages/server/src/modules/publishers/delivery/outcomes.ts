/** The effect of attempts on entries and on the health of a publisher. */
import { inOneLine } from '../../../kernel/text/shortened.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type {
  DeletePublication,
  InsertPublisherHealth,
  Publication,
  PublisherHealth,
  UpdatePublication,
  UpdatePublisherHealth,
} from '../queue/index.ts';
import type { Attempt } from './attempt.ts';

/** Circumstances by which an attempt that failed is judged. */
export interface Circumstances {
  /** True when entries are kept after they were delivered. */
  readonly keeps: boolean;
  /** When a publisher that fails is tried again. */
  readonly awayUntilMs: number;
  /** Other objects arrived at the same time: then it is not the publisher that fails. */
  readonly othersArrived: boolean;
}

/** Returns the health of a publisher that has never been tried. */
export function newHealth(publisherId: number): PublisherHealth {
  return {
    publisherId,
    failingSinceMs: undefined,
    failures: 0,
    nextMs: 0,
    problem: '',
    succeededMs: undefined,
    version: 0,
  };
}

/** Tells whether a publisher that fails rests. A pause that is longer than any was made by a wrong clock. */
export function isPaused({ nextMs }: PublisherHealth, nowMs: number): boolean {
  return nextMs > nowMs && nextMs <= nowMs + LONGEST_PAUSE_MS;
}

/** Returns the health after an attempt that failed because of the publisher. */
export function afterFailure(health: PublisherHealth, problem: string, nowMs: number): PublisherHealth {
  const { failures, failingSinceMs = nowMs, version } = health;
  const pauseMs = Math.min(FIRST_REST_MS * 2 ** Math.min(failures, 10), LONGEST_REST_MS);
  return {
    ...health,
    failingSinceMs,
    failures: failures + 1,
    nextMs: nowMs + pauseMs,
    problem: inOneLine(problem, MOST_PROBLEM),
    version: version + 1,
  };
}

/** Returns the health after attempts that say nothing against the publisher. @param arrivedMs - undefined: nothing arrived */
export function afterSuccess(health: PublisherHealth, arrivedMs: number | undefined): PublisherHealth {
  if (arrivedMs === undefined && health.failures === 0) return health;
  return {
    ...health,
    failingSinceMs: undefined,
    failures: 0,
    nextMs: 0,
    problem: '',
    succeededMs: arrivedMs ?? health.succeededMs,
    version: health.version + 1,
  };
}

/** Returns the write that replaces the health; none if it is the same. */
export function healthWrite(before: PublisherHealth, health: PublisherHealth): readonly Write[] {
  if (before.version === health.version) return [];
  const write: InsertPublisherHealth | UpdatePublisherHealth =
    before.version === 0 ? { op: 'publisher-health.insert', health } : { op: 'publisher-health.update', health };
  return [write];
}

/** Returns the write of an entry whose object arrived. */
export function publishedWrite({ id, attempts }: Publication, keeps: boolean, nowMs: number): Write {
  const deletion: DeletePublication = { op: 'publication.delete', id };
  const kept: UpdatePublication = {
    op: 'publication.update',
    id,
    expectedAttempts: attempts,
    state: 'published',
    attempts: attempts + 1,
    nextMs: nowMs,
    problem: '',
  };
  return keeps ? kept : deletion;
}

/** Returns the write of an entry whose object did not arrive. It waits for its next attempt, or for a person. */
export function triedWrite(
  { id, attempts }: Publication,
  { outcome, error }: Extract<Attempt, { readonly outcome: 'failed' | 'away' }>,
  { awayUntilMs, othersArrived }: Circumstances,
  nowMs: number,
): UpdatePublication {
  const isExhausted = attempts + 1 >= MOST_ATTEMPTS;
  const isHeld = outcome === 'failed' ? error.scope === 'final' || isExhausted : isExhausted && othersArrived;
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_MS);
  return {
    op: 'publication.update',
    id,
    expectedAttempts: attempts,
    state: isHeld ? 'held' : 'waiting',
    attempts: attempts + 1,
    nextMs: isHeld ? nowMs : outcome === 'away' ? awayUntilMs : nowMs + pauseMs,
    problem: inOneLine(error.message, MOST_PROBLEM),
  };
}

/** The longest that anything waits for its next attempt. */
export const LONGEST_PAUSE_MS = 3_600_000;
const FIRST_PAUSE_MS = 30_000;
/** Of a publisher as a whole: short enough that nothing waits long once it is back. */
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 300_000;
/** Of one object: within five and a half hours. */
const MOST_ATTEMPTS = 12;
const MOST_PROBLEM = 500;
