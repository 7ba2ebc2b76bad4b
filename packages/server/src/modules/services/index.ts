/** Services: EJBCA's documents of work that the program does by itself, as tasks of which one process of an installation makes each run. */
export { createServices } from './create-services.ts';
export type { ListedJob, ListJobs } from './list-jobs.ts';
export type { ListedService, ListServices } from './list-services.ts';
export type { RunService } from './run-service.ts';
export type { ServiceRun, ServiceRunStore } from './service-runs.ts';
export type { ServiceExecutor, ServiceExecutors } from './service-tasks.ts';
export { type ExpirationSettings, serviceType } from './service-type.ts';
export { servicesModule } from './services-module.ts';
