/** The services of an installation with what they do, and when. */
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { ServiceRun, ServiceRunStore } from './service-runs.ts';
import type { ServiceTurns } from './service-turns.ts';
import { serviceType, type ServiceWork } from './service-type.ts';

/** A service as its administrators see it. */
export interface ListedService {
  readonly name: string;
  /** The number that clients see. */
  readonly publicId: number;
  /** Undefined for one whose settings cannot be used. */
  readonly plan:
    | { readonly worker: ServiceWork['worker']; readonly active: boolean; readonly intervalSeconds: number }
    | undefined;
  /** Undefined while there was none. */
  readonly lastRun: ServiceRun | undefined;
  /** Milliseconds since 1970; undefined for one that does not run by itself. */
  readonly nextMs: number | undefined;
}

export interface ListServicesDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly runs: Pick<ServiceRunStore, 'list'>;
  readonly turns: Pick<ServiceTurns, 'nextMs'>;
}

export class ListServices {
  readonly #deps: ListServicesDeps;

  constructor(deps: ListServicesDeps) {
    this.#deps = deps;
  }

  /** Lists all services in order of their names. */
  async list(administrator: Administrator): Promise<readonly ListedService[]> {
    const { access, configuration, runs, turns } = this.#deps;
    const { edit, view } = Resource.services;
    if (!(await access.isAuthorized(administrator, edit))) await access.authorize(administrator, view);
    const [services, lastRuns] = await Promise.all([configuration.list(serviceType), runs.list()]);
    return Promise.all(
      services.map(async ({ id, name, publicId, usability }) => {
        if (!usability.usable) return { name, publicId, plan: undefined, lastRun: lastRuns.get(id), nextMs: undefined };
        const { active, intervalSeconds, work } = usability.value;
        return {
          name,
          publicId,
          plan: { worker: work.worker, active, intervalSeconds },
          lastRun: lastRuns.get(id),
          nextMs: active ? await turns.nextMs(String(id), intervalSeconds * 1000) : undefined,
        };
      }),
    );
  }
}
