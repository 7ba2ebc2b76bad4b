import type { Clock } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { every, type Task } from '../../background/index.ts';
import { PublisherUnusableError } from '../errors.ts';
import type { ListedPublisher, ListPublishers } from './list-publishers.ts';

export interface WatchPublishersDeps {
  readonly listPublishers: Pick<ListPublishers, 'report'>;
  readonly clock: Clock;
  /** Receives, once for each, an error for publishers that profiles or CAs name and that cannot be used. */
  readonly onFailed: (error: unknown) => void;
}

/** Status of all publishers as of half a minute ago at most, for metrics and readiness: asking costs nothing. */
export class WatchPublishers extends WithDeps<WatchPublishersDeps> {
  #publishers: readonly ListedPublisher[] = [];

  get task(): Task {
    return {
      name: 'watch-publishers',
      where: 'each-process',
      schedule: every(30_000),
      run: async () => {
        const before = new Set(this.#missed.map(({ publicId }) => publicId));
        this.#publishers = await this.deps.listPublishers.report();
        for (const { name, publicId } of this.#missed)
          if (!before.has(publicId)) this.deps.onFailed(new PublisherUnusableError(name));
        return { outcome: this.#publishers.length === 0 ? 'nothing-to-do' : 'worked', problem: '' };
      },
    };
  }

  get #missed(): readonly ListedPublisher[] {
    return this.#publishers.filter(({ isMissed }) => isMissed);
  }

  reports(): readonly ListedPublisher[] {
    return this.#publishers;
  }

  /** Returns what an operator should know; undefined when there is nothing. */
  get note(): string | undefined {
    const notes = this.#publishers.flatMap((publisher) => this.#noteOf(publisher) ?? []);
    return notes.length === 0 ? undefined : notes.join(' ');
  }

  #noteOf({ name, state, isMissed, queue, health }: ListedPublisher): string | undefined {
    if (isMissed) return `Publisher '${name}' cannot be used as it is set, and profiles or CAs name it.`;
    const nowMs = this.deps.clock.nowMs();
    const since = health?.failingSinceMs;
    if (since !== undefined && nowMs - since > TOLERATED_MS)
      return `Publisher '${name}' has failed for ${minutes(nowMs - since)} minutes: ${health!.problem}`;
    if (queue.held > 0)
      return `Publisher '${name}' has ${queue.held} objects that wait for 'sealwright publisher retry'.`;
    if (state === 'disabled' && queue.waiting > 0)
      return `Publisher '${name}' is not enabled, and ${queue.waiting} objects wait for it.`;
    const { oldestMs } = queue;
    if (oldestMs === undefined || nowMs - oldestMs <= LONGEST_WAIT_MS) return undefined;
    return `Publisher '${name}' lags behind: the oldest of its queue waits for ${minutes(nowMs - oldestMs)} minutes.`;
  }
}

function minutes(milliseconds: number): number {
  return Math.floor(milliseconds / 60_000);
}

/** A receiver that starts anew, or a line that was cut, is nobody's work. */
const TOLERATED_MS = 300_000;
const LONGEST_WAIT_MS = 3_600_000;
