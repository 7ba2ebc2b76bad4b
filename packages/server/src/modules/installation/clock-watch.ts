/** The judgement of the host's clock, by a clock that nobody sets, the database's, and the dates of what was recorded. */
import { type ClockBelief, type ClockDoubt, TOLERATED_STEP_BACK_MS } from '../../kernel/clock-belief.ts';
import type { HostClock } from '../../kernel/clock.ts';
import { SYSTEM } from '../access/index.ts';
import { acceptClock, type AcceptClockDeps, type AcceptedClock, readAcceptedClock } from './accepted-clock.ts';

export interface ClockWatchDeps extends AcceptClockDeps {
  readonly clock: HostClock;
}

/**
 * A clock is believed from a start on that follows the newest audit record within a day, or when the database's clock agrees. One that then runs
 * ahead of the time that has passed, or of the database's clock, is doubted at once, until it is back, the database's agrees, or an
 * operator accepts it. Where nothing but the passing of time can speak for it, a quarter of an hour without another jump does.
 */
export class ClockWatch implements ClockBelief {
  readonly #deps: ClockWatchDeps;
  /** When the clock was believed. */
  #anchor: Moment;
  /** Since when the clock has been another one than follows from the anchor, without a further jump. */
  #departed: Moment | undefined;
  /** Age of the newest record when it left the clock unconfirmed. */
  #standstillMs: number | undefined;
  /** By how much it is ahead of the database's clock, where that is too much. */
  #aheadOfDatabaseMs: number | undefined;
  /** True when the records of this installation agreed with the clock when it was last believed. */
  #agreedWithRecords = false;
  /** True when the clock was doubted and may have dated records wrongly. */
  #erred = false;
  #accepted: AcceptedClock | undefined;

  private constructor(deps: ClockWatchDeps) {
    this.#deps = deps;
    this.#anchor = this.#now();
  }

  /** Compares the clock with what was recorded. */
  static async start(deps: ClockWatchDeps): Promise<ClockWatch> {
    const watch = new ClockWatch(deps);
    watch.#accepted = await readAcceptedClock(deps.items);
    await watch.#begin();
    await watch.#compareWithDatabase();
    return watch;
  }

  get doubt(): ClockDoubt | undefined {
    this.#follow();
    if (this.#aheadOfDatabaseMs !== undefined) {
      return {
        kind: 'wrong',
        text: `The clock is ${secondsOf(this.#aheadOfDatabaseMs)} s ahead of the database's clock; ${UNTIL_RIGHT} Set the one that is wrong. ${ACCEPT}`,
      };
    }
    const aheadMs = this.#aheadMs();
    if (this.#departed !== undefined && aheadMs > TOLERATED_MS) {
      return {
        kind: 'wrong',
        text: `The clock has jumped ahead by ${secondsOf(aheadMs)} s; ${UNTIL_RIGHT} Set the clock. ${ACCEPT}`,
      };
    }
    if (this.#standstillMs === undefined) return undefined;
    return {
      kind: 'unconfirmed',
      text: `The newest audit record is ${secondsOf(this.#standstillMs)} s older than the clock; what the program does by itself begins when the clock has run for a quarter of an hour without a jump. ${ACCEPT}`,
    };
  }

  reachedMs(dateMs: number): number {
    if (this.#accepted === undefined) return dateMs;
    const { atMs, latestMs } = this.#accepted;
    return dateMs > atMs && dateMs <= latestMs ? atMs : dateMs;
  }

  /** Looks at all evidence anew. To be called every second or so. */
  async observe(): Promise<void> {
    this.#follow();
    const isUnconfirmed = this.#standstillMs !== undefined;
    if (isUnconfirmed && this.#departed !== undefined) await this.#begin();
    await this.#compareWithDatabase();
    await this.#followOperator();
    if (this.doubt !== undefined) {
      this.#erred ||= this.doubt.kind === 'wrong';
      return;
    }
    if (this.#erred && this.#agreedWithRecords) await this.#settleDates();
    this.#erred = false;
  }

  /** Begins anew with the clock as it is. */
  async #begin(): Promise<void> {
    const { evidence } = this.#deps;
    const now = this.#now();
    const [newestMs, lastMs] = await Promise.all([evidence.newestRecordMs(), evidence.newestRecordUpTo(now.wallMs)]);
    this.#believe(now);
    this.#agreedWithRecords = this.reachedMs(newestMs ?? 0) <= now.wallMs + TOLERATED_STEP_BACK_MS;
    const standstillMs = lastMs === undefined ? 0 : now.wallMs - lastMs;
    this.#standstillMs = standstillMs > LONGEST_STANDSTILL_MS ? standstillMs : undefined;
  }

  #believe(now: Moment): void {
    this.#anchor = now;
    this.#departed = undefined;
    this.#standstillMs = undefined;
  }

  /** Compares the clock with the time that has passed. */
  #follow(): void {
    const now = this.#now();
    if (Math.abs(differenceMs(this.#anchor, now)) <= TOLERATED_MS) {
      this.#departed = undefined;
      // Small steps do not add up to a jump, as long as there are few.
      if (now.steadyMs - this.#anchor.steadyMs >= CONFIRMING_MS) this.#believe(now);
      return;
    }
    if (this.#departed === undefined || Math.abs(differenceMs(this.#departed, now)) > TOLERATED_MS)
      this.#departed = now;
    if (differenceMs(this.#anchor, now) > 0) this.#erred = true;
    const isConfirmed = now.steadyMs - this.#departed.steadyMs >= CONFIRMING_MS;
    if (isConfirmed && this.#aheadOfDatabaseMs === undefined) this.#believe(now);
  }

  async #compareWithDatabase(): Promise<void> {
    const databaseMs = await this.#deps.evidence.databaseMs();
    if (databaseMs === undefined) return;
    const now = this.#now();
    const aheadMs = now.wallMs - databaseMs;
    const expected = [0, this.#accepted?.aheadOfDatabaseMs ?? 0];
    const agrees = expected.some((each) => Math.abs(aheadMs - each) <= TOLERATED_MS);
    if (agrees) this.#believe(now);
    this.#aheadOfDatabaseMs = !agrees && aheadMs > 0 ? aheadMs : undefined;
  }

  /** Believes the clock from the moment when an operator, or another process that knows, has accepted it. */
  async #followOperator(): Promise<void> {
    const accepted = await readAcceptedClock(this.#deps.items);
    if (accepted === undefined || accepted.atMs === this.#accepted?.atMs) return;
    this.#accepted = accepted;
    const now = this.#now();
    if (Math.abs(now.wallMs - accepted.atMs) > TOLERATED_MS) return;
    this.#believe(now);
    this.#agreedWithRecords = true;
    this.#aheadOfDatabaseMs = undefined;
    this.#erred = false;
  }

  /** Records that what was dated later than now was dated by the clock when it was wrong, which this process has seen. */
  async #settleDates(): Promise<void> {
    const newestMs = this.reachedMs((await this.#deps.evidence.newestRecordMs()) ?? 0);
    if (newestMs <= this.#deps.clock.nowMs() + TOLERATED_STEP_BACK_MS) return;
    this.#accepted = await acceptClock(SYSTEM, this.#deps);
  }

  #aheadMs(): number {
    return differenceMs(this.#anchor, this.#now());
  }

  #now(): Moment {
    const { clock } = this.#deps;
    return { wallMs: clock.nowMs(), steadyMs: clock.steadyMs() };
  }
}

/** Readings of both clocks at one moment. */
interface Moment {
  readonly wallMs: number;
  readonly steadyMs: number;
}

/** By how much more the clock has moved than time has passed. */
function differenceMs(from: Moment, to: Moment): number {
  return to.wallMs - from.wallMs - (to.steadyMs - from.steadyMs);
}

function secondsOf(milliseconds: number): number {
  return Math.round(milliseconds / 1000);
}

/** Less than the ten minutes by which certificates are dated back. */
const TOLERATED_MS = 5 * 60_000;
const CONFIRMING_MS = 15 * 60_000;
const LONGEST_STANDSTILL_MS = 86_400_000;
const UNTIL_RIGHT =
  'no CRL and no time-stamp is signed, nothing is renewed, and nothing is removed for its age until that is settled.';
const ACCEPT = "If the clock is right, run 'sealwright admin accept-clock'.";
