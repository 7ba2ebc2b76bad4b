import { WorkerProperties } from '../worker-contract/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Tells whether a worker's property READONLY is true; the administration interface alone can reset it. */
export function isReadOnly({ settings }: WorkerDocument): boolean {
  // An unusable document may hold anything.
  const { properties = {} } = settings as Partial<WorkerDocument['settings']>;
  return new WorkerProperties(properties, () => undefined).boolean('READONLY', false);
}
