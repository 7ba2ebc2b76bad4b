/** The administration of workers: create, read, change, and the rights that it requires. */
export { type ChangeRules, ChangeWorkers } from './change-workers.ts';
export { createDefaultWorkers, type FirstClient, letIntoDefaultWorkers } from './default-workers.ts';
export { ReadWorkers } from './read-workers.ts';
export { ReloadWorkers } from './reload-workers.ts';
export { workerHooks } from './worker-hooks.ts';
export { workersNaming } from './workers-naming.ts';
export { PropertyNamesCollideError, PropertyNotTextError } from './errors.ts';
