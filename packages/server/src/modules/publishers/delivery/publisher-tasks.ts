import { newUnitId, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { every, type Task, type TaskSource } from '../../background/index.ts';
import { publisherType } from '../publisher-type.ts';
import type { DeletePublication, DeletePublisherHealth, PublicationStore } from '../queue/index.ts';
import type { DeliverPublications, PublisherDocument } from './deliver-publications.ts';

export interface PublisherTasksDeps extends Pick<
  UseCaseDeps,
  'configuration' | 'store' | 'clock' | 'clockBelief' | 'random'
> {
  readonly deliverPublications: DeliverPublications;
  readonly publications: PublicationStore;
}

/** The tasks that publishers are: each has its own, so that one that fails delays no other. One process of an installation runs each. */
export class PublisherTasks extends WithDeps<PublisherTasksDeps> implements TaskSource {
  readonly name = 'follow-publishers';

  version(): number {
    return this.deps.configuration.epoch;
  }

  /** Returns the tasks of the publishers that deliver. */
  async tasks(): Promise<readonly Task[]> {
    const publishers = await this.deps.configuration.list(publisherType);
    return publishers
      .filter(({ usability }) => usability.usable && usability.value.enabled && usability.value.target !== undefined)
      .map((publisher) => this.#taskOf(publisher));
  }

  /** Takes away what publishers that no longer exist have left, and what was kept long enough. */
  get sweep(): Task {
    return {
      name: 'sweep-publications',
      where: 'one-per-installation',
      schedule: every(3_600_000),
      run: async (signal) => {
        const swept = await this.#sweep(signal);
        return { outcome: swept === 0 ? 'nothing-to-do' : 'worked', problem: '' };
      },
    };
  }

  #taskOf(publisher: PublisherDocument): Task {
    return {
      name: publisherTask(publisher.id),
      title: `publisher '${publisher.name}'`,
      where: 'one-per-installation',
      schedule: every(INTERVAL_MS),
      run: (signal) => this.deps.deliverPublications.deliver(publisher.id, signal),
    };
  }

  async #sweep(signal: AbortSignal): Promise<number> {
    const { configuration, publications, clock, clockBelief } = this.deps;
    const found = await publications.findPublishers();
    // Read afterwards, and anew: who has entries was there before.
    await configuration.refresh();
    const there = new Set((await configuration.listHeads(publisherType.token)).map(({ id }) => id));
    const keptBeforeMs = clock.nowMs() - KEPT_MS;
    let swept = 0;
    for (const id of found) {
      if (!there.has(id)) {
        swept += await this.#forget(() => publications.findAny(id, ENTRIES_PER_UNIT), signal);
        const deletion: DeletePublisherHealth = { op: 'publisher-health.delete', publisherId: id };
        if ((await publications.findHealth(id)) !== undefined) await this.#commit([deletion]);
      } else if (clockBelief.doubt === undefined)
        swept += await this.#forget(() => publications.findPublished(id, keptBeforeMs, ENTRIES_PER_UNIT), signal);
    }
    return swept;
  }

  async #forget(find: () => Promise<readonly { readonly id: number }[]>, signal: AbortSignal): Promise<number> {
    let forgotten = 0;
    for (let some = await find(); some.length > 0 && !signal.aborted; some = await find()) {
      await this.#commit(some.map(({ id }): DeletePublication => ({ op: 'publication.delete', id })));
      forgotten += some.length;
    }
    return forgotten;
  }

  /** A conflict ends the run: another process does the same, and the next run goes on. */
  async #commit(writes: readonly Write[]): Promise<void> {
    const { store, clock, random } = this.deps;
    await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes });
  }
}

/** The name of the task of a publisher. */
export function publisherTask(publisherId: number): string {
  return `publisher ${publisherId}`;
}

/** Longest wait for what no wake in this process tells of: after a crash, of other processes, and at the end of a pause. */
const INTERVAL_MS = 15_000;
const KEPT_MS = 90 * 86_400_000;
const ENTRIES_PER_UNIT = 500;
