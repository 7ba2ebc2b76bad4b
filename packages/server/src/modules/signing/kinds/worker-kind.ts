/** What a class name in a worker's properties stands for. */
import type { Processor } from './processor.ts';
import type { TimedService } from '../timed/timed-service.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** A kind of worker. Made by one file each and listed in `worker-kinds.ts`. */
export type WorkerKind = ProcessorKind | TimedServiceKind | CryptoWorkerKind;

interface NamedKind {
  /** As properties name it. The part after the last dot will do. */
  readonly className: string;
}

/** Works on documents. */
export interface ProcessorKind extends NamedKind {
  readonly type: 'PROCESSABLE';
  /** Makes the implementation, or reports what is wrong with the properties. Pure. */
  make(properties: WorkerProperties): Processor;
}

/** Works by itself, as its schedule says. */
export interface TimedServiceKind extends NamedKind {
  readonly type: 'TIMED_SERVICE';
  /** Makes the implementation, or reports what is wrong with the properties. Pure. */
  make(properties: WorkerProperties): TimedService;
}

/** Carries a crypto token, which other workers name. */
export interface CryptoWorkerKind extends NamedKind {
  readonly type: 'CRYPTO_WORKER';
}
