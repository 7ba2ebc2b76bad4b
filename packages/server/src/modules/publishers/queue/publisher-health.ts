import type { Write } from '../../../kernel/unit-of-work.ts';

/** Health of a publisher as a whole: a place that fails for one object fails for all. Stored from the first failure or success. */
export interface PublisherHealth {
  readonly publisherId: number;
  /** Since when nothing arrives; undefined: the last attempt went well. */
  readonly failingSinceMs: number | undefined;
  /** Attempts since then. */
  readonly failures: number;
  /** When it is tried next. */
  readonly nextMs: number;
  /** Why the last attempt failed; empty after one that went well. Without a secret. */
  readonly problem: string;
  /** When something last arrived; undefined: never. */
  readonly succeededMs: number | undefined;
  readonly version: number;
}

/** Stores the health of a publisher for the first time. */
export interface InsertPublisherHealth extends Write {
  readonly op: 'publisher-health.insert';
  readonly health: PublisherHealth;
}

/** Replaces the health of a publisher if its stored version is the one before. */
export interface UpdatePublisherHealth extends Write {
  readonly op: 'publisher-health.update';
  readonly health: PublisherHealth;
}

/** Removes the health of a publisher that no longer exists. */
export interface DeletePublisherHealth extends Write {
  readonly op: 'publisher-health.delete';
  readonly publisherId: number;
}
