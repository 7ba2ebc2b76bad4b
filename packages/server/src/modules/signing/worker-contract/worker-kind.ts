/** Kinds of workers: class names, and the parsing of properties into settings. */
import type { WorkerNeeds } from './worker-needs.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** A kind of worker. Declared by one file each and listed in `workers/worker-kinds.ts`. */
export type WorkerKind = ProcessorKind | TimedServiceKind | CryptoWorkerKind;

interface NamedKind {
  /** Class name in the property; the part after the last dot suffices. */
  readonly className: string;
}

/** A kind that processes content. The processor that uses the settings is constructed in `worker-processors.ts`. */
export interface ProcessorKind<Settings = unknown> extends NamedKind {
  readonly type: 'PROCESSABLE';
  /** Reads the settings, or reports what is wrong with the properties. Pure. */
  readonly read: (properties: WorkerProperties) => Settings;
  /**
   * Returns what a worker with these settings needs beside them; not there for a kind that needs nothing. A method, so that kinds with settings of
   * their own can be listed together.
   */
  needs?(settings: Settings): WorkerNeeds;
}

/** A kind that runs on a schedule. The service that uses the settings is constructed in `worker-timed-services.ts`. */
export interface TimedServiceKind<Settings = unknown> extends NamedKind {
  readonly type: 'TIMED_SERVICE';
  /** True when only one process of an installation may run it at a time, whatever SINGLETON says. */
  readonly singleton: boolean;
  /** Reads the settings, or reports what is wrong with the properties. Pure. */
  readonly read: (properties: WorkerProperties) => Settings;
}

/** The kind that gives other workers a crypto token. */
export interface CryptoWorkerKind extends NamedKind {
  readonly type: 'CRYPTO_WORKER';
}
