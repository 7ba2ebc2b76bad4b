/** Lookups of CAA records: each domain once for all who ask at a time, kept for a while, and not too many at once. */
import type { Clock } from '../../../kernel/clock.ts';
import { Turns } from '../../../kernel/turns.ts';
import type { CaaAnswer, CaaResolver } from './caa-records.ts';

export interface CaaLookupsDeps {
  readonly resolver: CaaResolver;
  /** Of passing time. */
  readonly clock: Clock;
}

/** The time of one enrollment to ask in. It begins when the first of its questions has got its turn, so that others do not use it up. */
export interface AskingTime {
  endsMs?: number;
}

export class CaaLookups {
  readonly #deps: CaaLookupsDeps;
  readonly #turns = new Turns(AT_ONCE);
  readonly #asking = new Map<string, Promise<CaaAnswer>>();
  /** Until when, by name. */
  readonly #tooLate = new Map<string, number>();
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
   * Returns what is known of a domain, or looks it up. A question that is open is shared; one that waits for its turn is not, since it may never
   * be asked.
   *
   * @returns undefined when the time is over, which says nothing of the domain
   */
  async find(domain: string, time: AskingTime): Promise<CaaAnswer | undefined> {
    return this.#shared(domain) ?? this.#turns.run(async () => this.#shared(domain) ?? this.#ask(domain, time));
  }

  /** Remembers that there was no time left to ask for a name, for who has waited for it. */
  noteTooLate(name: string): void {
    this.#tooLate.delete(name);
    this.#tooLate.set(name, this.#deps.clock.nowMs() + FAILURE_SECONDS * 1000);
    dropOldest(this.#tooLate);
  }

  /** Returns whether there was no time left to ask for a name, a moment ago. */
  wasTooLate(name: string): boolean {
    return this.#deps.clock.nowMs() < (this.#tooLate.get(name) ?? 0);
  }

  #shared(domain: string): CaaAnswer | Promise<CaaAnswer> | undefined {
    return this.known(domain) ?? this.#asking.get(domain);
  }

  #ask(domain: string, time: AskingTime): Promise<CaaAnswer> | undefined {
    const now = this.#deps.clock.nowMs();
    time.endsMs ??= now + ASKING_MS;
    if (now >= time.endsMs) return undefined;
    const asking = this.#lookUp(domain).finally(() => this.#asking.delete(domain));
    this.#asking.set(domain, asking);
    return asking;
  }

  async #lookUp(domain: string): Promise<CaaAnswer> {
    const { clock, resolver } = this.#deps;
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

/** Sockets that are open at a time. */
const AT_ONCE = 16;
/** In which the questions of an enrollment begin. Each takes some seconds at most. */
const ASKING_MS = 10_000;
const MAX_KEPT = 10_000;
/** An enrollment that has waited for an answer plans with it afterwards, also where it may not be kept or was none. */
const LEAST_SECONDS = 20;
const FAILURE_SECONDS = 20;
/** RFC 8659 leaves it to the CA; the Baseline Requirements 3.2.2.8 allow eight hours. */
const MOST_SECONDS = 8 * 3600;
