import { ListJobs, type ListJobsDeps } from './list-jobs.ts';
import { ListServices, type ListServicesDeps } from './list-services.ts';
import { RunService } from './run-service.ts';
import type { ServiceRunStore } from './service-runs.ts';
import { ServiceTasks, type ServiceTasksDeps } from './service-tasks.ts';

export interface ServicesModuleDeps
  extends
    Omit<ServiceTasksDeps, 'runs'>,
    Omit<ListServicesDeps, 'runs' | 'tasks'>,
    Pick<ListJobsDeps, 'jobs' | 'jobKinds'> {
  readonly runs: ServiceRunStore;
}

/** Constructs the tasks of services, and the use cases that list and run them, and the one that lists jobs. */
export function servicesModule(deps: ServicesModuleDeps) {
  const tasks = new ServiceTasks(deps);
  return {
    tasks,
    listJobs: new ListJobs(deps),
    listServices: new ListServices({ ...deps, tasks }),
    runService: new RunService({ ...deps, tasks }),
  };
}
