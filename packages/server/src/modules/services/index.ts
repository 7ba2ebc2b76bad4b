/** Services: what the program does by itself, again and again, in one process of an installation at a time. */
export { createServices } from './create-services.ts';
export { NothingToDoError, ServiceNotFoundError, ServiceRunningError } from './errors.ts';
export { ExecuteService } from './execute-service.ts';
export { type ListedService, ListServices } from './list-services.ts';
export { RunService } from './run-service.ts';
export { serviceAdministration } from './service-administration.ts';
export type { RunOutcome, ServiceRun, ServiceRunStore } from './service-runs.ts';
export { ServiceScheduler } from './service-scheduler.ts';
export type { ServiceTurns } from './service-turns.ts';
export { serviceType } from './service-type.ts';
