import { WorkerProperties } from './worker-properties.ts';
import type { WorkerDocument } from './worker-type.ts';

/** The username of the end entity that a worker is to a CA of this installation: RENEWENDENTITY, or made of the worker's id. */
export function endEntityOf({ publicId, settings }: Pick<WorkerDocument, 'publicId' | 'settings'>): string {
  const properties = new WorkerProperties(settings.properties ?? {}, () => undefined);
  return properties.text('RENEWENDENTITY') ?? `worker-${publicId}`;
}
