/** Delivery of the queue of a publisher. */
import { nowSeconds } from '../../../kernel/clock.ts';
import { KeyedQueue } from '../../../kernel/tasks/keyed-queue.ts';
import { ConflictError, newUnitId, type Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import { NOTHING_TO_DO, type RunEnd } from '../../background/index.ts';
import type { Configuration, Document } from '../../configuration/index.ts';
import type { PublisherTarget } from '../kinds/index.ts';
import type { PublishedObject, Publisher, PublishingAct } from '../port/index.ts';
import { type PublisherConfiguration, publisherType } from '../publisher-type.ts';
import {
  type InsertPublication,
  keyText,
  type ObjectKey,
  type Publication,
  type PublicationStore,
  type PublisherHealth,
} from '../queue/index.ts';
import {
  afterFailure,
  afterSuccess,
  type Circumstances,
  isPaused,
  LONGEST_PAUSE_MS,
  newHealth,
  publishedWrite,
  healthWrite,
  triedWrite,
} from './outcomes.ts';
import { type Attempt, attempt } from './attempt.ts';

/** Reads what is to be published, as it is now. */
export interface PublishedObjects {
  /** Undefined for what no longer exists: there is nothing left to publish of it. */
  find(key: ObjectKey): Promise<PublishedObject | undefined>;
}

/** Makes the driver of a publisher. */
export type MakePublisher = (target: PublisherTarget) => Publisher;

export type PublisherDocument = Document<unknown, PublisherConfiguration>;

export interface DeliverPublicationsDeps extends Pick<
  UseCaseDeps,
  'store' | 'clock' | 'clockBelief' | 'random' | 'ids'
> {
  readonly publications: PublicationStore;
  readonly configuration: Pick<Configuration, 'findById' | 'refresh'>;
  readonly objects: PublishedObjects;
  readonly makePublisher: MakePublisher;
  /** Receives the error of each object that was not published. */
  readonly onFailed: (error: unknown) => void;
}

/** The entries of one object, and what came of it. */
interface Delivery {
  readonly entries: readonly Publication[];
  readonly attempt: Attempt;
}

/**
 * Delivery at least once, in order for each object: an entry is in the unit of the act that made it, and goes when the object has arrived. What is delivered
 * is the object as it is then, and one run at a time serves a publisher, so a state never comes after a later one.
 */
export class DeliverPublications extends WithDeps<DeliverPublicationsDeps> {
  /** Ends of the rests of publishers that fail, as this process knows them. */
  readonly #rests = new Map<number, PublisherHealth>();
  /** Calls of drivers by object. One that outlives its time holds back the next, over whose state it could put an earlier one. */
  readonly #calls = new KeyedQueue();

  /** Tells whether a publisher rests, as far as this process knows: then nobody need wake it. */
  isResting(publisherId: number): boolean {
    const health = this.#rests.get(publisherId);
    return health !== undefined && isPaused(health, this.deps.clock.nowMs());
  }

  /** Takes back that a publisher rests. */
  endRest(publisherId: number): void {
    this.#rests.delete(publisherId);
  }

  /** Delivers what is due, until nothing is left, the publisher fails, or its document is changed or gone: then what is under way ends as well. */
  async deliver(publisherId: number, stopping: AbortSignal): Promise<RunEnd> {
    const { publications, clock, makePublisher } = this.deps;
    const health = (await publications.findHealth(publisherId)) ?? newHealth(publisherId);
    this.#rests.set(publisherId, health);
    if (isPaused(health, clock.nowMs())) return NOTHING_TO_DO;
    let first = await this.#due(publisherId);
    const publisher = first.length === 0 ? undefined : await this.#findDelivering(publisherId);
    if (publisher === undefined) return NOTHING_TO_DO;
    const { name, value } = publisher;
    const driver = makePublisher(value.target);
    const outdated = new AbortController();
    const signal = AbortSignal.any([stopping, outdated.signal]);
    const way = { driver, publisher, signal, outdated };
    try {
      for (let present = health; first.length > 0 && !signal.aborted; first = await this.#due(publisherId)) {
        const { failure, health: after } = await this.#deliverSome(way, first, present);
        present = after;
        this.#rests.set(publisherId, after);
        if (failure !== undefined) return { outcome: 'failed', problem: `Publisher '${name}': ${failure}` };
      }
      return { outcome: 'worked', problem: '' };
    } finally {
      await driver.close?.();
    }
  }

  /** Finds entries, and then brings the configuration to where it is at least as new as they are: another process may have changed both just now. */
  async #due(publisherId: number): Promise<readonly Publication[]> {
    const { configuration, publications, clock } = this.deps;
    const due = await publications.findDue(publisherId, clock.nowMs(), LONGEST_PAUSE_MS, ENTRIES_PER_UNIT);
    if (due.length > 0) await configuration.refresh();
    return due;
  }

  /** Finds a publisher as it is now. Undefined: it delivers nothing. */
  async #findDelivering(publisherId: number): Promise<Delivering | undefined> {
    const found = await this.deps.configuration.findById(publisherType, publisherId);
    if (found?.usability.usable !== true) return undefined;
    const { id, name, version, usability } = found;
    const { target, enabled } = usability.value;
    return enabled && target !== undefined ? { id, name, version, value: { ...usability.value, target } } : undefined;
  }

  /** @returns why the publisher fails as a whole; undefined when it does not */
  async #deliverSome(
    way: Way,
    due: readonly Publication[],
    health: PublisherHealth,
  ): Promise<{ readonly failure: string | undefined; readonly health: PublisherHealth }> {
    const { clock } = this.deps;
    const deliveries = await this.#attemptAll(way, due);
    const failed = deliveries.flatMap(({ attempt: { outcome, error } }) => (outcome === 'away' ? [error] : []));
    const arrived = deliveries.some(({ attempt: { outcome } }) => outcome === 'done');
    const now = clock.nowMs();
    const after =
      failed.length > 0
        ? afterFailure(health, failed[0]!.message, now)
        : afterSuccess(health, arrived ? now : undefined);
    await this.#settle(deliveries, {
      keeps: way.publisher.value.keepsPublished,
      awayUntilMs: after.nextMs,
      othersArrived: arrived,
    });
    await this.#write(healthWrite(health, after));
    return { failure: failed[0]?.message, health: after };
  }

  /** Attempts the objects side by side, a few at a time. None is begun once the publisher has failed. */
  async #attemptAll(way: Way, due: readonly Publication[]): Promise<readonly Delivery[]> {
    const groups = Map.groupBy(due, ({ object }) => keyText(object)).values();
    const deliveries: Delivery[] = [];
    let isOver = false;
    const work = async () => {
      for (const entries of groups) {
        const made = await this.#attempt(way, entries[0]!.object);
        if (made !== undefined) deliveries.push({ entries, attempt: made });
        isOver ||= made === undefined || made.outcome === 'away';
        if (isOver) return;
      }
    };
    await Promise.all(Array.from({ length: MOST_AT_A_TIME }, work));
    return deliveries;
  }

  /** Undefined: the run ends, and nothing is known of it. */
  async #attempt({ driver, publisher, signal, outdated }: Way, key: ObjectKey): Promise<Attempt | undefined> {
    const { configuration, objects } = this.deps;
    const object = signal.aborted ? undefined : await objects.find(key);
    const present = await configuration.findById(publisherType, publisher.id);
    if (present?.version !== publisher.version) outdated.abort();
    if (signal.aborted) return undefined;
    const { value } = publisher;
    const act = object && this.#actOn(object, value);
    if (object === undefined || act === undefined) return { outcome: 'done' };
    const made = await attempt(driver, act, object, {
      signal,
      timeoutMs: value.timeoutMs,
      inOrder: (call) => this.#calls.run(`${publisher.id} ${publisher.version} ${keyText(key)}`, call),
    });
    if (made?.outcome === 'failed' || made?.outcome === 'away') this.deps.onFailed(made.error);
    return made;
  }

  #actOn(object: PublishedObject, value: PublisherConfiguration): PublishingAct | undefined {
    const { clock, clockBelief } = this.deps;
    if (object.kind !== 'certificate') return 'publish';
    if (object.revocation !== undefined && value.revokedCertificates !== 'PUBLISH')
      return value.revokedCertificates === 'REMOVE' ? 'remove' : undefined;
    const hasEnded = object.notAfter < nowSeconds(clock) && clockBelief.doubt === undefined;
    return hasEnded && !value.publishesExpired ? undefined : 'publish';
  }

  /**
   * Notes what came of all objects: in one unit, and one by one when that conflicts with what others did. An entry that is gone although this run has
   * delivered it was delivered beside this run, perhaps later and from an earlier reading: the object is published again.
   */
  async #settle(deliveries: readonly Delivery[], circumstances: Circumstances): Promise<void> {
    const { clock, ids } = this.deps;
    const now = clock.nowMs();
    const writesOf = ({ entries, attempt: made }: Delivery) =>
      entries.map((entry) =>
        made.outcome === 'done'
          ? publishedWrite(entry, circumstances.keeps, now)
          : triedWrite(entry, made, circumstances, now),
      );
    if (await this.#write(deliveries.flatMap(writesOf))) return;
    for (const delivery of deliveries) {
      if ((await this.#write(writesOf(delivery))) || delivery.attempt.outcome !== 'done') continue;
      const { publisherId, object } = delivery.entries[0]!;
      const publication = { id: ids.next(), publisherId, object, createdMs: now };
      const again: InsertPublication = { op: 'publication.insert', publication };
      await this.#write([again]);
    }
  }

  /** @returns false when somebody else was there first */
  async #write(writes: readonly Write[]): Promise<boolean> {
    const { store, clock, random } = this.deps;
    if (writes.length === 0) return true;
    try {
      await store.commit({ id: newUnitId(clock, random), epoch: undefined, writes });
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }
}

/** A publisher that delivers. */
type Delivering = Pick<PublisherDocument, 'id' | 'name' | 'version'> & {
  readonly value: PublisherConfiguration & { readonly target: PublisherTarget };
};

/** The way to a publisher in one run. */
interface Way {
  readonly driver: Publisher;
  readonly publisher: Delivering;
  readonly signal: AbortSignal;
  /** Ends it when the document is another one now. */
  readonly outdated: AbortController;
}

const ENTRIES_PER_UNIT = 100;
const MOST_AT_A_TIME = 4;
