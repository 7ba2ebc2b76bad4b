import { ListServices, type ListServicesDeps } from './list-services.ts';
import { RunService } from './run-service.ts';
import type { ServiceRunStore } from './service-runs.ts';
import { ServiceTasks, type ServiceTasksDeps } from './service-tasks.ts';

export interface ServicesModuleDeps extends Omit<ServiceTasksDeps, 'runs'>, Omit<ListServicesDeps, 'runs' | 'tasks'> {
  readonly runs: ServiceRunStore;
}

/** Constructs the tasks of services, and the use cases that list and run them. */
export function servicesModule(deps: ServicesModuleDeps) {
  const tasks = new ServiceTasks(deps);
  return {
    tasks,
    listServices: new ListServices({ ...deps, tasks }),
    runService: new RunService({ ...deps, tasks }),
  };
}
