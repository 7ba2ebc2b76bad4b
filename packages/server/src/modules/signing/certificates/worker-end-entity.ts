/** The end entity under which a worker is enrolled at a CA of this installation. */
import type { Configuration } from '../../configuration/index.ts';
import { type EndEntityStore, holderOf } from '../../ra/index.ts';
import { EndEntityOfOtherWorkerError } from './errors.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { type WorkerDocument, workerType } from '../workers/index.ts';

/** Returns the username of the end entity: RENEWENDENTITY, or one made from the worker's id. */
export function endEntityOf(worker: Pick<WorkerDocument, 'publicId' | 'settings'>): string {
  return propertiesOf(worker).text('RENEWENDENTITY') ?? usualEndEntityOf(worker);
}

/**
 * Refuses a worker whose end entity is another worker's. Of several that name one, it belongs to the worker for which it was enrolled, or
 * else to the one whose id its name holds, or else to the one with the lowest id among those that are renewed, whichever asks first. The
 * others do not count: no right to the end entity was needed to name it.
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

/** Tells whether the worker is renewed. Its administrator had the rights to the end entity, since setting RENEWCA requires them. */
function isRenewed(worker: WorkerDocument): boolean {
  return propertiesOf(worker).text('RENEWCA') !== undefined;
}
