import { requireConfirmedClock } from '../../kernel/clock-belief.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import { actorOf, type Administrator, SYSTEM, type UseCaseDeps } from '../access/index.ts';
import { every, type Task, type TaskSource } from '../background/index.ts';
import type { Document } from '../configuration/index.ts';
import type { ServiceRunStore } from './service-runs.ts';
import { type ServiceConfiguration, serviceType, type ServiceWorker } from './service-type.ts';

/** Does the work of a service once. @returns how much there was to do */
export type ServiceExecutor = (
  service: ServiceConfiguration,
  signal: AbortSignal,
  document: Pick<ServiceDocument, 'id' | 'name'>,
) => Promise<number>;

/** The executor of each worker, as the modules offer them whose work it is. */
export type ServiceExecutors = Readonly<Record<ServiceWorker, ServiceExecutor>>;

/** A service as it was read. */
export type ServiceDocument = Document<unknown, ServiceConfiguration>;

export interface ServiceTasksDeps extends Pick<UseCaseDeps, 'audit' | 'clockBelief' | 'configuration'> {
  readonly executors: ServiceExecutors;
  readonly runs: Pick<ServiceRunStore, 'notes'>;
}

/** The tasks that services are: one process of an installation runs each. */
export class ServiceTasks extends WithDeps<ServiceTasksDeps> implements TaskSource {
  readonly name = 'follow-services';

  version(): number {
    return this.deps.configuration.epoch;
  }

  /** Returns the tasks of the active services. */
  async tasks(): Promise<readonly Task[]> {
    const services = await this.deps.configuration.list(serviceType);
    return services
      .filter(({ usability }) => usability.usable && usability.value.active)
      .map((service) => this.taskOf(service, SYSTEM));
  }

  /**
   * Makes the task of a service, which records each run that did something.
   *
   * @param administrator - who has it run; the program itself in the background
   */
  taskOf(service: ServiceDocument, administrator: Administrator): Task {
    const { runs } = this.deps;
    const { id, name } = service;
    return {
      // The leases of it are known to releases before this one.
      name: `service ${id}`,
      title: `service '${name}'`,
      where: 'one-per-installation',
      schedule: every(service.value.intervalSeconds * 1000),
      needsBelievedClock: true,
      notes: runs.notes(id),
      run: async (signal) => {
        const done = await this.#run(service, administrator, signal);
        return { outcome: done === 0 ? 'nothing-to-do' : 'worked', problem: '' };
      },
    };
  }

  /** @throws {@link ClockDoubtedError} while the clock is not believed: what a service does depends on it */
  async #run(service: ServiceDocument, administrator: Administrator, signal: AbortSignal): Promise<number> {
    const { name, value } = service;
    const { audit, clockBelief, executors } = this.deps;
    requireConfirmedClock(clockBelief);
    const done = await executors[value.worker](value, signal, service);
    if (done > 0)
      await audit.record({
        event: 'SERVICE_EXECUTED',
        outcome: 'SUCCESS',
        actor: actorOf(administrator),
        details: { name, worker: value.worker, done },
      });
    return done;
  }
}
