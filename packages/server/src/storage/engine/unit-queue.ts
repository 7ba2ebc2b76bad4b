/** Queue that collects units of work while a group commits, and passes them to the writer as the next group. */
import { StorageUnavailableError, type UnitOfWork, type UnitOfWorkStore } from '../../kernel/unit-of-work.ts';
import type { CommitActivity } from '../readers/index.ts';
import { outcomeError, type UnitWriter } from './unit-writer.ts';

/** Limits on waiting units of work and on groups. */
export interface UnitQueueOptions {
  /** Maximum number of units in one group, 64 unless given: larger groups gain little, and their last unit waits long. */
  readonly maxGroup?: number;
  /** Number of waiting units above which further ones are refused, 4096 unless given. */
  readonly maxWaiting?: number;
  /** Maximum number of concurrent groups: the writer's connections. 1 unless given. */
  readonly lanes?: number;
}

/** The queue in front of a {@link UnitWriter}. */
export class UnitQueue implements UnitOfWorkStore {
  readonly #writer: UnitWriter;
  readonly #maxGroup: number;
  readonly #maxWaiting: number;
  readonly #lanes: number;
  readonly #commits: CommitActivity | undefined;
  #waiting: WaitingUnit[] = [];
  #busyLanes = 0;
  #scheduled = false;
  #closed = false;
  #onIdle: (() => void) | undefined;

  /** @param commits - where units are noted while they wait and are stored; nowhere unless given */
  constructor(
    writer: UnitWriter,
    { maxGroup = 64, maxWaiting = 4096, lanes = 1 }: UnitQueueOptions = {},
    commits?: CommitActivity,
  ) {
    this.#writer = writer;
    this.#maxGroup = maxGroup;
    this.#maxWaiting = maxWaiting;
    this.#lanes = lanes;
    this.#commits = commits;
  }

  commit(unit: UnitOfWork): Promise<void> {
    if (this.#closed) return Promise.reject(new StorageUnavailableError({ cause: 'the database is being closed' }));
    const { length } = this.#waiting;
    if (length >= this.#maxWaiting) return Promise.reject(queueFull(length));
    return new Promise((resolve, reject) => {
      this.#commits?.begin();
      this.#waiting.push({ unit, resolve, reject });
      this.#schedule();
    });
  }

  /** Refuses further units and returns once the waiting ones are answered. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting.length === 0 && this.#busyLanes === 0) return;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Schedules the next group for later, so that other units from the same turn of the event loop join it. */
  #schedule(): void {
    if (this.#scheduled || this.#busyLanes === this.#lanes || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#writeGroup();
    });
  }

  async #writeGroup(): Promise<void> {
    const group = this.#takeGroup();
    this.#busyLanes++;
    this.#schedule();
    try {
      const outcomes = await this.#writer.write(group.map(({ unit }) => unit));
      for (const [index, place] of group.entries()) answer(place, outcomeError(outcomes[index]!));
    } catch (error) {
      for (const place of group) answer(place, new TypeError('a unit writer failed', { cause: error }));
    }
    this.#commits?.end(group.length);
    this.#busyLanes--;
    this.#schedule();
    if (this.#closed && this.#waiting.length === 0 && this.#busyLanes === 0) this.#onIdle?.();
  }

  #takeGroup(): WaitingUnit[] {
    if (this.#waiting.length <= this.#maxGroup) {
      const group = this.#waiting;
      this.#waiting = [];
      return group;
    }
    return this.#waiting.splice(0, this.#maxGroup);
  }
}

function queueFull(waiting: number): StorageUnavailableError {
  const cause = `${waiting} units wait to be stored`;
  return new StorageUnavailableError({
    code: 'storage.commit_queue_full',
    reason: 'too much waits to be stored',
    cause,
  });
}

interface WaitingUnit {
  readonly unit: UnitOfWork;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function answer({ resolve, reject }: WaitingUnit, error: Error | undefined): void {
  if (error === undefined) resolve();
  else reject(error);
}
