/** The end entity that a worker is to a CA of this installation. */
import type { Configuration } from '../../configuration/index.ts';
import { type EndEntityStore, holderOf } from '../../ra/index.ts';
import { EndEntityOfOtherWorkerError } from './errors.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { type WorkerDocument, workerType } from '../workers/index.ts';

/** Its username: RENEWENDENTITY, or made of the worker's id. */
export function endEntityOf(worker: Pick<WorkerDocument, 'publicId' | 'settings'>): string {
  return propertiesOf(worker).text('RENEWENDENTITY') ?? usualEndEntityOf(worker);
}

/**
 * Of several workers that name one end entity, it is that of the worker which it was enrolled for, or else of the one whose id it is made of,
 * or else of the one with the lowest id among those that are renewed, whoever asks first. The others do not count: whoever has had them name
 * it needed no right to it.
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
  const naming = workers.filter((each) => endEntityOf(each) === username);
  const [owner = worker] = [
    ...workers.filter(({ id }) => id === marked),
    ...naming.filter((each) => usualEndEntityOf(each) === username),
    ...naming.filter(isRenewed).toSorted((a, b) => a.publicId - b.publicId),
  ];
  if (owner.id !== worker.id) throw new EndEntityOfOtherWorkerError(username, worker.name, owner.name);
}

function usualEndEntityOf({ publicId }: Pick<WorkerDocument, 'publicId'>): string {
  return `worker-${publicId}`;
}

/** To set RENEWCA takes the rights to the end entity. */
function isRenewed(worker: WorkerDocument): boolean {
  return propertiesOf(worker).text('RENEWCA') !== undefined;
}
