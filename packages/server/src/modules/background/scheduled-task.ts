import type { Clock } from '../../kernel/clock.ts';
import type { Timers } from '../../kernel/tasks/timers.ts';
import type { RunEnd, Task } from './task.ts';

/** Status of a task in this process. Times are milliseconds since 1970. */
export interface TaskReport {
  /** Name for display. */
  readonly name: string;
  readonly where: Task['where'];
  /** Description of the schedule. */
  readonly schedule: string;
  /** Undefined if it has not run here. */
  readonly lastRun: TaskRun | undefined;
  readonly lastFailure: TaskRun | undefined;
  readonly failures: number;
  /** Next due time, as far as this process knows. */
  readonly nextMs: number;
}

/** One run of a task. */
export interface TaskRun extends RunEnd {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** A task in the scheduler, with the results of its runs in this process. */
export class ScheduledTask {
  #task: Task;
  #isRemoved = false;
  readonly #clock: Clock;
  readonly #timers: Timers;
  /** Time of the next check, on the steady clock. */
  #askAt = 0;
  #nextMs = 0;
  #isUnderWay = false;
  #woken: PromiseWithResolvers<void> | undefined;
  /** Time to retry a run for which it was woken, on the steady clock. */
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

  /** True if it was removed from the configuration; it is dropped after its present turn. */
  get isRemoved(): boolean {
    return this.#isRemoved;
  }

  /** Time at which the scheduler has to handle it, on the steady clock. */
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

  /** Replaces the task by its present configuration. @returns true if its due times change */
  replace(task: Task): boolean {
    const isOther = this.#isRemoved || !haveSameDueTimes(this.#task, task);
    this.#isRemoved = false;
    this.#task = task;
    return isOther;
  }

  /** Prevents further runs. @returns false while a turn is in progress */
  remove(): boolean {
    this.#isRemoved = true;
    return !this.#isUnderWay;
  }

  /** Schedules the next check in `milliseconds`. @param untilDueMs - time until it is due, if longer */
  waitFor(milliseconds: number, untilDueMs = milliseconds): void {
    this.#askAt = this.#timers.steadyMs() + milliseconds;
    this.#nextMs = this.#clock.nowMs() + untilDueMs;
  }

  /** Schedules a retry in `milliseconds` for a task that was woken while it ran elsewhere, since that run may have started too early. */
  owe(milliseconds: number): void {
    this.#owedAt = this.#timers.steadyMs() + milliseconds;
  }

  /** Makes it due at once. Resolves at the end of the next turn that starts, or when there will be none. */
  wake(): Promise<void> {
    this.#woken ??= Promise.withResolvers();
    return this.#woken.promise;
  }

  /** Runs a turn, one at a time, and notifies those who wait for it. @param act - receives whether it was woken */
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

  /** Resolves waiting callers, since there will be no more runs. */
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

/** Tells whether two configurations of a task are due at the same times, in the same places. */
export function haveSameDueTimes(one: Task, other: Task): boolean {
  return one.schedule.text === other.schedule.text && one.where === other.where;
}

/** Returns the name of a task for display. */
export function titleOf({ name, title }: Task): string {
  return title ?? name;
}
