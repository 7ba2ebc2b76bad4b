/** The use case behind `PUT /v1/system/service/{name}/run`: a service runs now, whether it is due or active or not. */
import { WithDeps } from '../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../access/index.ts';
import type { RunTask } from '../background/index.ts';
import { NothingToDoError, ServiceNotFoundError, ServiceRunningError } from './errors.ts';
import type { ServiceTasks } from './service-tasks.ts';
import { serviceType } from './service-type.ts';

export interface RunServiceDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly runTask: RunTask;
  readonly tasks: Pick<ServiceTasks, 'taskOf'>;
}

export class RunService extends WithDeps<RunServiceDeps> {
  /**
   * Returns when it has run.
   *
   * @throws {@link ServiceNotFoundError}, {@link NothingToDoError}, {@link ServiceRunningError}
   */
  async run(administrator: Administrator, name: string): Promise<void> {
    const { access, configuration, runTask, tasks } = this.deps;
    await access.authorize(administrator, Resource.services.edit);
    const service = await configuration.find(serviceType, name);
    if (service === undefined) throw new ServiceNotFoundError(name);
    const end = await runTask.run(tasks.taskOf(service, administrator), NEVER);
    if (end === undefined) throw new ServiceRunningError(name);
    if (end.outcome === 'nothing-to-do') throw new NothingToDoError(name);
  }
}

/** A run that somebody waits for ends by itself. */
const NEVER = new AbortController().signal;
