/** The processors of workers, which use the settings that their kinds have read. */
import type { Processor } from '../worker-contract/index.ts';
import type { ProcessableWorker, PROCESSOR_KINDS, ProcessorKindName } from '../workers/index.ts';

/** Makers of processors, one for each kind, constructed with the dependencies of its processors. */
export type ProcessorMakers = {
  readonly [Name in ProcessorKindName]: (settings: ReturnType<(typeof PROCESSOR_KINDS)[Name]['read']>) => Processor;
};

/** Processors of workers, each made once for a version of its worker. */
export class Processors {
  readonly #makers: ProcessorMakers;
  readonly #made = new WeakMap<ProcessableWorker, Processor>();

  constructor(makers: ProcessorMakers) {
    this.#makers = makers;
  }

  of(worker: ProcessableWorker): Processor {
    let processor = this.#made.get(worker);
    if (processor === undefined) {
      // The kind of this name has read these settings.
      const make = this.#makers[worker.kind] as (settings: unknown) => Processor;
      this.#made.set(worker, (processor = make(worker.settings)));
    }
    return processor;
  }
}
