/** Lookups of CAA records: concurrent lookups of a domain are shared, answers are cached for a while, and the number of lookups at a time is limited. */
import type { Clock } from '../../../kernel/clock.ts';
import { Turns } from '../../../kernel/tasks/turns.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { CaaAnswer, CaaResolver } from './caa-records.ts';

export interface CaaLookupsDeps {
  readonly resolver: CaaResolver;
  /** Monotonic clock. */
  readonly clock: Clock;
}

/** Deadline of the lookups of one enrollment. It counts from its first lookup that gets a turn, so that others do not use up the time. */
export interface AskingTime {
  endsMs?: number;
}

export class CaaLookups extends WithDeps<CaaLookupsDeps> {
  readonly #turns = new Turns(AT_ONCE);
  readonly #asking = new Map<string, Promise<CaaAnswer>>();
  /** End of validity by name, in milliseconds. */
  readonly #tooLate = new Map<string, number>();
  readonly #kept = new Map<string, { readonly answer: CaaAnswer; readonly untilMs: number }>();

  /** Returns the cached answer for a domain; undefined if there is none. */
  known(domain: string): CaaAnswer | undefined {
    const kept = this.#kept.get(domain);
    return kept !== undefined && this.deps.clock.nowMs() < kept.untilMs ? kept.answer : undefined;
  }

  /**
   * Returns the cached answer for a domain, or looks it up. A lookup in progress is shared; one that waits for its turn is not, since it may never be
   * made.
   *
   * @returns undefined if the time is over, which says nothing about the domain
   */
  async find(domain: string, time: AskingTime): Promise<CaaAnswer | undefined> {
    return this.#shared(domain) ?? this.#turns.run(async () => this.#shared(domain) ?? this.#ask(domain, time));
  }

  /** Notes that there was no time left to look up a name, for the enrollment that waited for it. */
  noteTooLate(name: string): void {
    this.#tooLate.delete(name);
    this.#tooLate.set(name, this.deps.clock.nowMs() + FAILURE_SECONDS * 1000);
    dropOldest(this.#tooLate);
  }

  /** Tells whether there was recently no time left to look up a name. */
  wasTooLate(name: string): boolean {
    return this.deps.clock.nowMs() < (this.#tooLate.get(name) ?? 0);
  }

  #shared(domain: string): CaaAnswer | Promise<CaaAnswer> | undefined {
    return this.known(domain) ?? this.#asking.get(domain);
  }

  #ask(domain: string, time: AskingTime): Promise<CaaAnswer> | undefined {
    const now = this.deps.clock.nowMs();
    time.endsMs ??= now + ASKING_MS;
    if (now >= time.endsMs) return undefined;
    const asking = this.#lookUp(domain).finally(() => this.#asking.delete(domain));
    this.#asking.set(domain, asking);
    return asking;
  }

  async #lookUp(domain: string): Promise<CaaAnswer> {
    const { clock, resolver } = this.deps;
    const answer = await resolver.lookUp(domain);
    const seconds = answer.outcome === 'failed' ? FAILURE_SECONDS : answer.ttlSeconds;
    const keptSeconds = Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS);
    this.#kept.delete(domain);
    this.#kept.set(domain, { answer, untilMs: clock.nowMs() + keptSeconds * 1000 });
    dropOldest(this.#kept);
    return answer;
  }
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT) map.delete(oldest!);
}

/** Maximum number of open sockets. */
const AT_ONCE = 16;
/** Time in which the lookups of an enrollment start. Each takes at most some seconds. */
const ASKING_MS = 10_000;
const MAX_KEPT = 10_000;
/** Minimum cache time, so that an enrollment that waited for an answer can use it, even one that must not be cached or a failure. */
const LEAST_SECONDS = 20;
const FAILURE_SECONDS = 20;
/** RFC 8659 leaves the limit to the CA; the Baseline Requirements 3.2.2.8 allow eight hours. */
const MOST_SECONDS = 8 * 3600;
