import type { Clock } from '../../kernel/clock.ts';
import type { Timers } from '../../kernel/timers.ts';
import type { RunEnd, Task } from './task.ts';

/** Status of a task in this process. Times are milliseconds since 1970. */
export interface TaskReport {
  /** For people. */
  readonly name: string;
  readonly where: Task['where'];
  /** In words. */
  readonly schedule: string;
  /** Undefined while it has not run here. */
  readonly lastRun: TaskRun | undefined;
  readonly lastFailure: TaskRun | undefined;
  readonly failures: number;
  /** When it is due, as far as this process knows. */
  readonly nextMs: number;
}

/** One run. */
export interface TaskRun extends RunEnd {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A task in the scheduler, with what has come of its runs in this process. */
export class ScheduledTask {
  #task: Task;
  #isRemoved = false;
  readonly #clock: Clock;
  readonly #timers: Timers;
  /** On the steady clock. */
  #askAt = 0;
  #nextMs = 0;
  #isUnderWay = false;
  #woken: PromiseWithResolvers<void> | undefined;
  /** Moment of another attempt at a run that it was woken for, on the steady clock. */
  #owedAt = Infinity;
  #lastRun: TaskRun | undefined;
  #lastFailure: TaskRun | undefined;
  #failures = 0;

  constructor(task: Task, clock: Clock, timers: Timers) {
    this.#task = task;
    this.#clock = clock;
    this.#timers = timers;
  }

  get task(): Task {
    return this.#task;
  }

  /** True when it has left the configuration; it goes when its run has ended. */
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** When the scheduler has to turn to it, on the steady clock. */
  get dueAt(): number {
    if (this.#isUnderWay || this.#isRemoved) return Infinity;
    return this.#woken === undefined ? Math.min(this.#askAt, this.#owedAt) : -Infinity;
  }

  get report(): TaskReport {
    const { schedule, where } = this.task;
    return {
      name: titleOf(this.task),
      where,
      schedule: schedule.text,
      lastRun: this.#lastRun,
      lastFailure: this.#lastFailure,
      failures: this.#failures,
      nextMs: this.#nextMs,
    };
  }

  /** Takes over what is configured now. @returns whether it is due at other times than before */
  replace(task: Task): boolean {
    const { schedule, where } = this.#task;
    const isOther = this.#isRemoved || schedule.text !== task.schedule.text || where !== task.where;
    this.#isRemoved = false;
    this.#task = task;
    return isOther;
  }

  /** Lets it run no more. @returns false while a run is under way */
  remove(): boolean {
    this.#isRemoved = true;
    return !this.#isUnderWay;
  }

  /** Schedules the next check in `milliseconds`. @param untilDueMs - the time until it is due, when that is longer */
  waitFor(milliseconds: number, untilDueMs = milliseconds): void {
    this.#askAt = this.#timers.steadyMs() + milliseconds;
    this.#nextMs = this.#clock.nowMs() + untilDueMs;
  }

  /** Schedules another attempt in `milliseconds` for a task that was woken while it ran elsewhere: that run may have begun too early. */
  owe(milliseconds: number): void {
    this.#owedAt = this.#timers.steadyMs() + milliseconds;
  }

  /** Makes it due at once. Resolves at the end of the next run to begin. */
  wake(): Promise<void> {
    this.#woken ??= Promise.withResolvers();
    return this.#woken.promise;
  }

  /** Goes through with a turn, of which there is one at a time, and tells those who wait for it. @param act - is told whether it was woken */
  async turn(act: (isWoken: boolean) => Promise<void>): Promise<void> {
    const woken = this.#woken;
    const isWoken = woken !== undefined || this.#owedAt <= this.#timers.steadyMs();
    this.#woken = undefined;
    this.#isUnderWay = true;
    try {
      await act(isWoken);
    } finally {
      this.#isUnderWay = false;
      woken?.resolve();
    }
  }

  /** Nobody runs it any more. */
  giveUp(): void {
    this.#woken?.resolve();
  }

  note(startedMs: number, end: RunEnd): void {
    this.#owedAt = Infinity;
    this.#lastRun = { ...end, startedMs, endedMs: this.#clock.nowMs() };
    if (end.outcome !== 'failed') return;
    this.#lastFailure = this.#lastRun;
    this.#failures++;
  }
}

/** Names a task for people. */
export function titleOf({ name, title }: Task): string {
  return title ?? name;
}
