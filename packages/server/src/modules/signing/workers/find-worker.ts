import { readInt32 } from '../../../kernel/formats/int32.ts';
import type { Configuration } from '../../configuration/index.ts';
import { NoSuchWorkerError } from './errors.ts';
import type { WorkerDocument } from './worker-document.ts';
import { workerType } from './worker-type.ts';

/**
 * Finds a worker: by its id when the text is a 32-bit integer (a sign is allowed), else by its name in any letter case.
 *
 * A worker whose name is such a number can be reached by its id only.
 */
export function findWorker(configuration: Configuration, named: string): Promise<WorkerDocument | undefined> {
  const id = readInt32(named);
  return id === undefined ? configuration.find(workerType, named) : configuration.findByPublicId(workerType, id);
}

/** Finds the worker as {@link findWorker} does. @throws {@link NoSuchWorkerError} */
export async function requireWorker(configuration: Configuration, named: string): Promise<WorkerDocument> {
  const worker = await findWorker(configuration, named);
  if (worker === undefined) throw new NoSuchWorkerError(named);
  return worker;
}
