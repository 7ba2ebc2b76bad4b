/** Which end entity a worker is to a CA of this installation. */
import type { Configuration } from '../configuration/index.ts';
import { type EndEntityStore, holderOf } from '../ra/index.ts';
import { EndEntityOfOtherWorkerError } from './errors.ts';
import { propertiesOf } from './worker-properties.ts';
import { type WorkerDocument, workerType } from './worker-type.ts';

/** Its username: RENEWENDENTITY, or made of the worker's id. */
export function endEntityOf(worker: Pick<WorkerDocument, 'publicId' | 'settings'>): string {
  return propertiesOf(worker).text('RENEWENDENTITY') ?? `worker-${worker.publicId}`;
}

/**
 * Of several workers that name one end entity, it is that of the worker which it was enrolled for, or else of the one with the lowest id,
 * whoever asks first.
 *
 * @throws {@link EndEntityOfOtherWorkerError}
 */
export async function requireOwnEndEntity(
  configuration: Configuration,
  endEntities: Pick<EndEntityStore, 'findByUsername'>,
  worker: WorkerDocument,
): Promise<void> {
  const username = endEntityOf(worker);
  const endEntity = await endEntities.findByUsername(username);
  const marked = endEntity && holderOf(endEntity);
  const workers = await configuration.list(workerType);
  const [owner = worker] = [
    ...workers.filter(({ id }) => id === marked),
    ...workers.filter((each) => endEntityOf(each) === username).toSorted((a, b) => a.publicId - b.publicId),
  ];
  if (owner.id !== worker.id) throw new EndEntityOfOtherWorkerError(username, worker.name, owner.name);
}
