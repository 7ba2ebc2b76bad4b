/** Kinds of workers as far as their properties alone tell: a class name, and the settings that the properties make. */
import type { WorkerProperties } from './worker-properties.ts';

/** A kind of worker. Declared by one file each and listed in `workers/worker-kinds.ts`. */
export type WorkerKind = ProcessorKind | TimedServiceKind | CryptoWorkerKind;

interface NamedKind {
  /** As properties name it. The part after the last dot will do. */
  readonly className: string;
}

/** Works on documents. The processor that uses the settings is constructed in `worker-processors.ts`. */
export interface ProcessorKind<Settings = unknown> extends NamedKind {
  readonly type: 'PROCESSABLE';
  /** Reads the settings, or reports what is wrong with the properties. Pure. */
  readonly read: (properties: WorkerProperties) => Settings;
}

/** Works by itself, as its schedule says. The service that uses the settings is constructed in `worker-processors.ts`, too. */
export interface TimedServiceKind<Settings = unknown> extends NamedKind {
  readonly type: 'TIMED_SERVICE';
  /** True when only one process of an installation may do it at a time, whatever SINGLETON says. */
  readonly singleton: boolean;
  /** Reads the settings, or reports what is wrong with the properties. Pure. */
  readonly read: (properties: WorkerProperties) => Settings;
}

/** Carries a crypto token, which other workers name. */
export interface CryptoWorkerKind extends NamedKind {
  readonly type: 'CRYPTO_WORKER';
}
