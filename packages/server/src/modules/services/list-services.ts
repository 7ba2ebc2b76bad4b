/** The services of an installation with what they do, and when. */
import { WithDeps } from '../../kernel/with-deps.ts';
import { type Administrator, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import type { RunTask } from '../background/index.ts';
import { authorizeViewing } from './service-access.ts';
import type { ServiceRun, ServiceRunStore } from './service-runs.ts';
import type { ServiceDocument, ServiceTasks } from './service-tasks.ts';
import { serviceType, type ServiceWorker } from './service-type.ts';

/** A service as its administrators see it. */
export interface ListedService {
  readonly name: string;
  /** The number that clients see. */
  readonly publicId: number;
  /** Undefined for one whose settings cannot be used. */
  readonly plan:
    | { readonly worker: ServiceWorker; readonly active: boolean; readonly intervalSeconds: number }
    | undefined;
  /** Undefined while there was none. */
  readonly lastRun: ServiceRun | undefined;
  /** Milliseconds since 1970; undefined for one that does not run by itself. */
  readonly nextMs: number | undefined;
}

export interface ListServicesDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly runs: Pick<ServiceRunStore, 'list'>;
  readonly runTask: RunTask;
  readonly tasks: Pick<ServiceTasks, 'taskOf'>;
}

export class ListServices extends WithDeps<ListServicesDeps> {
  /** Lists all services in order of their names. */
  async list(administrator: Administrator): Promise<readonly ListedService[]> {
    const { access, configuration, runs } = this.deps;
    await authorizeViewing(access, administrator);
    const [services, lastRuns] = await Promise.all([configuration.list(serviceType), runs.list()]);
    return Promise.all(
      services.map(async (service) => {
        const { id, name, publicId, usability } = service;
        if (!usability.usable) return { name, publicId, plan: undefined, lastRun: lastRuns.get(id), nextMs: undefined };
        const { active, intervalSeconds, worker } = usability.value;
        return {
          name,
          publicId,
          plan: { worker, active, intervalSeconds },
          lastRun: lastRuns.get(id),
          nextMs: active ? await this.#nextMs(service) : undefined,
        };
      }),
    );
  }

  async #nextMs(service: ServiceDocument): Promise<number | undefined> {
    const { runTask, tasks } = this.deps;
    return (await runTask.dueTimeOf(tasks.taskOf(service, SYSTEM))?.read())?.dueMs;
  }
}
