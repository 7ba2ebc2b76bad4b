/** The construction of background services: what runs them, when, and who sees and starts them. */
import { ExecuteService, ListServices, RunService, ServiceScheduler } from '../modules/services/index.ts';
import { type Database, SqlServiceRunStore } from '../storage/index.ts';
import type { Deps } from './deps.ts';

type ServiceUseCaseDeps = Omit<
  Deps<typeof ExecuteService> & Deps<typeof ListServices> & Deps<typeof ServiceScheduler>,
  'executeService' | 'runs'
> & { readonly database: Database };

/** Constructs the scheduler of services, and the use cases on them. */
export function serviceUseCases(deps: ServiceUseCaseDeps) {
  const runs = new SqlServiceRunStore(deps.database);
  const executeService = new ExecuteService({ ...deps, runs });
  return {
    listServices: new ListServices({ ...deps, runs }),
    runService: new RunService({ ...deps, executeService }),
    scheduler: new ServiceScheduler({ ...deps, executeService }),
  };
}
