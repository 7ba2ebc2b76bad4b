/** Lookups of CAA records: each domain once for all who ask at a time, kept for a while, and not too many at once. */
import type { Clock } from '../../../kernel/clock.ts';
import { Turns } from '../../../kernel/turns.ts';
import type { CaaAnswer, CaaResolver } from './caa-records.ts';

export interface CaaLookupsDeps {
  readonly resolver: CaaResolver;
  /** Of passing time. */
  readonly clock: Clock;
}

export class CaaLookups {
  readonly #deps: CaaLookupsDeps;
  readonly #turns = new Turns(AT_ONCE);
  readonly #asking = new Map<string, Promise<CaaAnswer>>();
  readonly #kept = new Map<string, { readonly answer: CaaAnswer; readonly untilMs: number }>();

  constructor(deps: CaaLookupsDeps) {
    this.#deps = deps;
  }

  /** Returns what is known of a domain; undefined when nothing is. */
  known(domain: string): CaaAnswer | undefined {
    const kept = this.#kept.get(domain);
    return kept !== undefined && this.#deps.clock.nowMs() < kept.untilMs ? kept.answer : undefined;
  }

  /**
   * Returns what is known of a domain, or looks it up.
   *
   * @param deadlineMs - after which no lookup begins any more; one that has begun for somebody else goes on
   */
  async find(domain: string, deadlineMs: number): Promise<CaaAnswer> {
    const known = this.known(domain) ?? this.#asking.get(domain);
    if (known !== undefined) return known;
    const asking = this.#turns.run(() => this.#lookUp(domain, deadlineMs)).finally(() => this.#asking.delete(domain));
    this.#asking.set(domain, asking);
    return asking;
  }

  async #lookUp(domain: string, deadlineMs: number): Promise<CaaAnswer> {
    const { clock, resolver } = this.#deps;
    const answer = clock.nowMs() < deadlineMs ? await resolver.lookUp(domain) : TOO_LATE;
    const seconds = answer.outcome === 'failed' ? FAILURE_SECONDS : answer.ttlSeconds;
    const keptSeconds = Math.min(Math.max(seconds, LEAST_SECONDS), MOST_SECONDS);
    this.#kept.delete(domain);
    this.#kept.set(domain, { answer, untilMs: clock.nowMs() + keptSeconds * 1000 });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(oldest!);
    return answer;
  }
}

/** Sockets that are open at a time. */
const AT_ONCE = 16;
const MAX_KEPT = 10_000;
/** An enrollment that has waited for an answer plans with it afterwards, also where it may not be kept or was none. */
const LEAST_SECONDS = 20;
const FAILURE_SECONDS = 20;
/** RFC 8659 leaves it to the CA; the Baseline Requirements 3.2.2.8 allow eight hours. */
const MOST_SECONDS = 8 * 3600;
const TOO_LATE: CaaAnswer = { outcome: 'failed', reason: 'there was no time left to ask for it' };
