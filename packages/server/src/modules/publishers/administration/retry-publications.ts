import { planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, type UseCaseDeps } from '../../access/index.ts';
import { type PublicationStore, type UpdatePublication, type UpdatePublisherHealth } from '../queue/index.ts';
import { getEditable, type PublisherAccess } from './publisher-access.ts';

export interface RetryPublicationsDeps extends Pick<UseCaseDeps, 'audit' | 'clock' | 'configuration' | 'store'> {
  readonly access: PublisherAccess;
  readonly publications: PublicationStore;
  /** Has a publisher deliver at once. */
  readonly wake: (publisherId: number) => void;
}

export class RetryPublications extends WithDeps<RetryPublicationsDeps> {
  /**
   * Has what waits for a person, or for its next attempt, tried at once; a publisher that fails, too.
   *
   * @returns how many entries that is
   * @throws {@link PublisherNotFoundError}
   */
  async retry(administrator: Administrator, name: string): Promise<number> {
    const { store, wake } = this.deps;
    let retried = 0;
    for (let some = ENTRIES_PER_UNIT; some === ENTRIES_PER_UNIT; retried += some)
      some = await planAndCommit(() => this.#plan(administrator, name), store);
    const { id } = await getEditable(this.deps, administrator, name);
    wake(id);
    return retried;
  }

  async #plan(administrator: Administrator, name: string) {
    const { audit, clock, configuration, publications } = this.deps;
    const { epoch } = configuration;
    const { id } = await getEditable(this.deps, administrator, name);
    const held = await publications.findHeld(id, ENTRIES_PER_UNIT);
    const left = ENTRIES_PER_UNIT - held.length;
    const postponed = left === 0 ? [] : await publications.findPostponed(id, clock.nowMs(), left);
    const health = await publications.findHealth(id);
    const entries = [...held, ...postponed];
    const updates = entries.map((entry): UpdatePublication => ({
      op: 'publication.update',
      id: entry.id,
      expectedAttempts: entry.attempts,
      state: 'waiting',
      attempts: 0,
      nextMs: clock.nowMs(),
      problem: entry.problem,
    }));
    const rests = health !== undefined && health.nextMs !== 0;
    const woken: UpdatePublisherHealth[] = rests
      ? [{ op: 'publisher-health.update', health: { ...health, nextMs: 0, version: health.version + 1 } }]
      : [];
    const entry = {
      event: 'PUBLISHER_RETRY',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      details: { name, entries: entries.length },
    } as const;
    return { unit: audit.unit([...updates, ...woken], [entry], epoch), result: entries.length };
  }
}

const ENTRIES_PER_UNIT = 500;
