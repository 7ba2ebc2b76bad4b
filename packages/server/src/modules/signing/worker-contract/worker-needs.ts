import type { SigningKey } from './signing-key.ts';

/** Needs of a worker that its kind tells from the settings; for its status, since requests find them out by themselves. */
export interface WorkerNeeds {
  /** The workers that it cannot do without. */
  readonly workers: readonly NeededWorker[];
  /** Returns the reason why it cannot sign with a key; undefined when it can. */
  readonly keyRefusal?: (key: SigningKey) => string | undefined;
}

/** A worker that is named by a property. */
export interface NeededWorker {
  readonly property: string;
  /** Id or name. */
  readonly named: string;
}
