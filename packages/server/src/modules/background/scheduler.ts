import type { ClockBelief } from '../../kernel/clock-belief.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Timers } from '../../kernel/tasks/timers.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { takeTurn } from './due-time.ts';
import { NOTHING_TO_DO, problemOf, type RunTask } from './run-task.ts';
import { every } from './schedule.ts';
import { haveSameDueTimes, ScheduledTask, type TaskReport, titleOf } from './scheduled-task.ts';
import type { Task, TaskSource } from './task.ts';

export interface SchedulerDeps {
  readonly runTask: RunTask;
  readonly clock: Clock;
  readonly clockBelief: ClockBelief;
  readonly timers: Timers;
  /** Receives errors of a task with its display name. The task runs again when it is due. */
  readonly onFailed: (error: unknown, task: string) => void;
  /** See {@link BackgroundModuleDeps}. */
  readonly wakeElsewhere?: (task: string) => void;
}

/** The scheduler of a process, with the only timer of its background work. */
export class Scheduler extends WithDeps<SchedulerDeps> {
  readonly #tasks = new Map<string, ScheduledTask>();
  /** Names of tasks that another process runs. */
  readonly #elsewhere = new Set<string>();
  /** Names of tasks that were woken before their source was read; some may never be added. */
  readonly #early = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #isStarted = false;
  #cancelTimer = () => {};

  /** Adds tasks. Nothing runs before {@link start}. */
  add(tasks: readonly Task[]): void {
    for (const task of tasks) {
      if (this.#runsElsewhere(task)) {
        this.#elsewhere.add(task.name);
        continue;
      }
      if (this.#tasks.has(task.name)) throw new RangeError(`there are two tasks '${task.name}'`);
      this.#put(task).waitFor(this.#firstWait(task, FOLLOWING_MS));
    }
    this.#arm();
  }

  /** Adds the tasks of a source, which may change at run time. */
  follow(source: TaskSource): void {
    let version: number | undefined;
    let names: ReadonlySet<string> = new Set();
    const run = async () => {
      const present = source.version();
      if (present === version) return NOTHING_TO_DO;
      const tasks = (await source.tasks()).filter((task) => !this.#runsElsewhere(task));
      names = this.#replace(names, tasks);
      version = present;
      return undefined;
    };
    this.add([{ name: source.name, where: 'each-process', schedule: every(FOLLOWING_MS), run }]);
  }

  /** Starts running due tasks: those of each process after their first pause, the others after a second. */
  start(): void {
    this.#isStarted = true;
    for (const each of this.#tasks.values()) each.waitFor(this.#firstWait(each.task, FOLLOWING_MS));
    this.#arm();
  }

  /**
   * Runs a task now, whether or not it is due, and once more if a run is in progress.
   *
   * @returns a promise that resolves at the end of that run, whatever its result. It resolves without a run if the task is removed, if the scheduler is
   *   stopped, if the task is running elsewhere (then it runs here later), and at once if another process is responsible for the task. It stays pending
   *   until the scheduler is started
   */
  wake(name: string): Promise<void> {
    if (this.#elsewhere.has(name)) {
      this.deps.wakeElsewhere?.(name);
      return Promise.resolve();
    }
    const task = this.#tasks.get(name);
    if (task === undefined) throw new RangeError(`there is no task '${name}'`);
    if (this.#stopping.signal.aborted) return Promise.resolve();
    const ended = task.wake();
    this.#arm();
    return ended;
  }

  /** Runs a task now, or as soon as a source adds it, since tasks of a source come and go. */
  wakeIfThere(name: string): void {
    const { wakeElsewhere } = this.deps;
    if (this.#tasks.get(name)?.isRemoved === false) void this.wake(name);
    // The other process knows whether the task exists.
    else if (wakeElsewhere !== undefined) wakeElsewhere(name);
    else if (this.#early.size < MOST_EARLY) this.#early.add(name);
  }

  /** Lists the status of the tasks in this process. */
  reports(): readonly TaskReport[] {
    return [...this.#tasks.values()].map(({ report }) => report);
  }

  /** Aborts runs in progress at their next step. Returns when no run is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelTimer();
    await Promise.all(this.#underWay);
    for (const each of this.#tasks.values()) each.giveUp();
  }

  #runsElsewhere({ where }: Task): boolean {
    return this.deps.wakeElsewhere !== undefined && where !== 'each-process';
  }

  #put(task: Task): ScheduledTask {
    const { clock, timers } = this.deps;
    const scheduled = new ScheduledTask(task, clock, timers);
    this.#tasks.set(task.name, scheduled);
    return scheduled;
  }

  /** Returns the names of the tasks that are there now. Those that were woken before are due at once. */
  #replace(before: ReadonlySet<string>, tasks: readonly Task[]): ReadonlySet<string> {
    const names = new Set(tasks.map(({ name }) => name));
    for (const name of before.difference(names)) {
      const removed = this.#tasks.get(name)!;
      if (removed.remove()) this.#drop(removed);
    }
    for (const task of tasks) {
      const known = this.#tasks.get(task.name);
      const scheduled = known ?? this.#put(task);
      if (known === undefined || known.replace(task)) scheduled.waitFor(this.#firstWait(task, 0));
      if (this.#early.delete(task.name)) void scheduled.wake();
    }
    return names;
  }

  #drop(removed: ScheduledTask): void {
    this.#tasks.delete(removed.task.name);
    removed.giveUp();
  }

  /** Sets the timer to the earliest due time. */
  #arm(): void {
    this.#cancelTimer();
    if (!this.#isStarted || this.#stopping.signal.aborted) return;
    const { timers } = this.deps;
    const first = Math.min(...[...this.#tasks.values()].map(({ dueAt }) => dueAt));
    const waitMs = Math.min(Math.max(0, Math.ceil(first - timers.steadyMs())), LONGEST_TIMER_MS);
    this.#cancelTimer = timers.after(waitMs, () => this.#startDue());
  }

  #startDue(): void {
    const now = this.deps.timers.steadyMs();
    for (const each of this.#tasks.values()) if (each.dueAt <= now) this.#begin(each);
    this.#arm();
  }

  #begin(scheduled: ScheduledTask): void {
    const turn = scheduled
      .turn((isWoken) => this.#turn(scheduled, isWoken))
      .finally(() => {
        this.#underWay.delete(turn);
        if (scheduled.isRemoved) this.#drop(scheduled);
        this.#arm();
      });
    this.#underWay.add(turn);
  }

  async #turn(scheduled: ScheduledTask, isWoken: boolean): Promise<void> {
    const { clock, onFailed, runTask } = this.deps;
    const startedMs = clock.nowMs();
    const { signal } = this.#stopping;
    try {
      if (!isWoken && !(await this.#isDue(scheduled))) return;
      // Reading the due time and taking the lease take a while, in which it may be removed or configured otherwise.
      const present = () => (signal.aborted || scheduled.isRemoved ? undefined : scheduled.task);
      const end = await runTask.run(scheduled.task, signal, present);
      if (end !== undefined) scheduled.note(startedMs, end);
      else if (isWoken) scheduled.owe(RETRY_MS);
    } catch (error) {
      scheduled.note(startedMs, { outcome: 'failed', problem: problemOf(error) });
      onFailed(error, titleOf(scheduled.task));
    } finally {
      const { task } = scheduled;
      if (runTask.dueTimeOf(task) === undefined) scheduled.waitFor(this.#pauseOf(task));
    }
  }

  async #isDue(scheduled: ScheduledTask): Promise<boolean> {
    const { clockBelief, runTask } = this.deps;
    const { task } = scheduled;
    scheduled.waitFor(RETRY_MS);
    if (task.needsBelievedClock === true && clockBelief.doubt !== undefined) {
      scheduled.waitFor(FOLLOWING_MS);
      return false;
    }
    const dueTime = runTask.dueTimeOf(task);
    if (dueTime === undefined) return true;
    const { due, waitMs } = await takeTurn(dueTime, task.schedule.next);
    // If it was given another schedule meanwhile, its due time under that one is read next. The run that was taken is made all the same: nobody else makes it.
    if (haveSameDueTimes(scheduled.task, task)) scheduled.waitFor(Math.min(waitMs, LONGEST_TIMER_MS), waitMs);
    return due;
  }

  #firstWait(task: Task, askAfterMs: number): number {
    return this.deps.runTask.dueTimeOf(task) === undefined ? this.#pauseOf(task) : askAfterMs;
  }

  /** Returns the pause in milliseconds; steps of the wall clock do not extend it. */
  #pauseOf({ schedule }: Task): number {
    const now = this.deps.clock.nowMs();
    return (schedule.next(now) ?? Infinity) - now;
  }
}

/** Interval at which changes of the configuration, and of trust in the clock, are noticed. */
const FOLLOWING_MS = 1000;
/** Delay before a retry if a due time could not be read, or a woken task was running elsewhere. */
const RETRY_MS = 10_000;
/**
 * Longest wait between two checks of a task that is not due. It limits the delay after which the end of another process, or a change of the
 * database's clock, is noticed.
 */
const LONGEST_TIMER_MS = 60_000;
/** Limit on tasks woken before they are added, which were just configured. */
const MOST_EARLY = 1000;
