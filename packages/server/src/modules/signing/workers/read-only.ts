import { WorkerProperties } from '../worker-contract/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Tells whether a worker says of itself that it is not to be changed. It says so until the administration interface has it say otherwise. */
export function isReadOnly({ settings }: WorkerDocument): boolean {
  // An unusable document may hold anything.
  const { properties = {} } = settings as Partial<WorkerDocument['settings']>;
  return new WorkerProperties(properties, () => undefined).boolean('READONLY', false);
}
