/** The construction of services: their tasks, and who sees and runs them. */
import { ListServices, RunService, ServiceTasks } from '../modules/services/index.ts';
import { type Database, SqlServiceRunStore } from '../storage/index.ts';
import type { Deps } from './deps.ts';

type ServiceUseCaseDeps = Omit<
  Deps<typeof ServiceTasks> & Deps<typeof ListServices> & Deps<typeof RunService>,
  'runs' | 'tasks'
> & { readonly database: Database };

/** Constructs them. */
export function serviceUseCases(deps: ServiceUseCaseDeps) {
  const runs = new SqlServiceRunStore(deps.database);
  const tasks = new ServiceTasks({ ...deps, runs });
  return {
    tasks,
    listServices: new ListServices({ ...deps, runs, tasks }),
    runService: new RunService({ ...deps, tasks }),
  };
}
