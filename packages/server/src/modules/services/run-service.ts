/** The use case behind `PUT /v1/system/service/{name}/run`: a service runs now, whether it is due or active or not. */
import { type AccessControl, type Administrator, Resource } from '../access/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { NothingToDoError, ServiceNotFoundError, ServiceRunningError } from './errors.ts';
import type { ExecuteService } from './execute-service.ts';
import { serviceType } from './service-type.ts';

export interface RunServiceDeps {
  readonly access: AccessControl;
  readonly configuration: Configuration;
  readonly executeService: ExecuteService;
}

export class RunService {
  readonly #deps: RunServiceDeps;

  constructor(deps: RunServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Returns when it has run.
   *
   * @throws {@link ServiceNotFoundError}, {@link NothingToDoError}, {@link ServiceRunningError}
   */
  async run(administrator: Administrator, name: string): Promise<void> {
    const { access, configuration, executeService } = this.#deps;
    await access.authorize(administrator, Resource.services.edit);
    const service = await configuration.find(serviceType, name);
    if (service === undefined) throw new ServiceNotFoundError(name);
    const outcome = await executeService.execute(administrator, service, NEVER);
    switch (outcome) {
      case 'worked':
        return;
      case 'nothing-to-do':
        throw new NothingToDoError(name);
      case 'running':
        throw new ServiceRunningError(name);
    }
  }
}

/** A run that somebody waits for ends by itself. */
const NEVER = new AbortController().signal;
