/** Entries of the queues of publishers: what is to be published and was not yet. */
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { ObjectKey } from './object-key.ts';
import type { PublisherHealth } from './publisher-health.ts';

/** State of an entry: on its way, waiting for a person, or published and kept. */
export type PublicationState = 'waiting' | 'held' | 'published';

/** An entry: some publisher has to get an object as it is now. */
export interface Publication {
  readonly id: number;
  readonly publisherId: number;
  readonly object: ObjectKey;
  readonly state: PublicationState;
  /** Times that it was tried. */
  readonly attempts: number;
  /** When it is tried next; of a published one, when that was. */
  readonly nextMs: number;
  readonly createdMs: number;
  /** Why it was not published the last time; empty: it was never tried. Without a secret. */
  readonly problem: string;
}

/** The queue of a publisher, in numbers. */
export interface QueueSummary {
  /** At most {@link MOST_COUNTED}: there may be more. */
  readonly waiting: number;
  /** As `waiting`. */
  readonly held: number;
  /** When the oldest of those that are counted was made; undefined: none is. */
  readonly oldestMs: number | undefined;
  /** Why one of them was not published, those that are held first; undefined: none was tried. */
  readonly problem: string | undefined;
}

/** Reads the queues. */
export interface PublicationStore {
  /** Finds entries that are due, those first that have waited longest. What waits longer than `longestPauseMs` from now was made by a wrong clock, and is due. */
  findDue(publisherId: number, nowMs: number, longestPauseMs: number, limit: number): Promise<readonly Publication[]>;
  findHeld(publisherId: number, limit: number): Promise<readonly Publication[]>;
  /** Finds entries that wait for their next attempt. */
  findPostponed(publisherId: number, nowMs: number, limit: number): Promise<readonly Publication[]>;
  /** Finds kept entries that were published before a moment. */
  findPublished(publisherId: number, beforeMs: number, limit: number): Promise<readonly Publication[]>;
  summary(publisherId: number): Promise<QueueSummary>;
  findHealth(publisherId: number): Promise<PublisherHealth | undefined>;
  /** Finds ids of publishers that have entries or whose health is stored. */
  findPublishers(): Promise<readonly number[]>;
  /** Finds entries of a publisher whatever their state. */
  findAny(publisherId: number, limit: number): Promise<readonly Publication[]>;
}

/** Queues an object for a publisher. Part of the unit that makes the object what it is. */
export interface InsertPublication extends Write {
  readonly op: 'publication.insert';
  readonly publication: Pick<Publication, 'id' | 'publisherId' | 'object' | 'createdMs'>;
}

/** Notes what became of an entry, while it has `expectedAttempts`. */
export interface UpdatePublication extends Write {
  readonly op: 'publication.update';
  readonly id: number;
  readonly expectedAttempts: number;
  readonly state: PublicationState;
  readonly attempts: number;
  readonly nextMs: number;
  readonly problem: string;
}

/** Takes an entry away that was published, or whose publisher no longer exists. */
export interface DeletePublication extends Write {
  readonly op: 'publication.delete';
  readonly id: number;
}

/** Most entries that are counted of a state. */
export const MOST_COUNTED = 1000;
