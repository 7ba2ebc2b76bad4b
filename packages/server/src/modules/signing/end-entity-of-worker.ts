import { propertiesOf } from './worker-properties.ts';
import type { WorkerDocument } from './worker-type.ts';

/** The username of the end entity that a worker is to a CA of this installation: RENEWENDENTITY, or made of the worker's id. */
export function endEntityOf(worker: Pick<WorkerDocument, 'publicId' | 'settings'>): string {
  return propertiesOf(worker).text('RENEWENDENTITY') ?? `worker-${worker.publicId}`;
}
