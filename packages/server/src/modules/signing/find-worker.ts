import type { Configuration } from '../configuration/index.ts';
import { workerType, type WorkerDocument } from './worker-type.ts';

/**
 * The worker that a text names: by its id when it is a whole number of 32 bits (a sign is allowed), else by its name in any letter case.
 *
 * A worker whose name is such a number is reached by its id only.
 */
export function findWorker(configuration: Configuration, named: string): Promise<WorkerDocument | undefined> {
  const id = workerId(named);
  return id === undefined ? configuration.find(workerType, named) : configuration.findByPublicId(workerType, id);
}

/** The id that a text is; undefined when it is none. */
export function workerId(text: string): number | undefined {
  if (!/^[+-]?\d{1,10}$/.test(text)) return undefined;
  const id = Number(text);
  return id >= -(2 ** 31) && id < 2 ** 31 ? id : undefined;
}
