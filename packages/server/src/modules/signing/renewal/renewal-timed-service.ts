import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { TimedContext, TimedService } from '../timed/timed-service.ts';
import type { TimedServiceKind } from '../kinds/index.ts';

/** Renews other workers before they cannot sign any more. Each of them names the renewal worker that could be asked for it as well. */
export const renewalTimedServiceKind: TimedServiceKind = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.module.renewal.service.RenewalTimedService',
  make: (properties) => {
    properties.requiredText('WORKERS');
    return new RenewalTimedService(properties.list('WORKERS') ?? []);
  },
};

class RenewalTimedService implements TimedService {
  /** A worker is renewed for all processes. */
  readonly singleton = true;
  readonly #workers: readonly string[];

  constructor(workers: readonly string[]) {
    this.#workers = workers;
  }

  async run(context: TimedContext): Promise<JsonObject | undefined> {
    const renewed: string[] = [];
    for (const named of this.#workers) {
      if (context.signal.aborted) break;
      try {
        if (await context.renewals.renewIfDue(named)) renewed.push(named);
      } catch (error) {
        context.failed(named, error);
      }
    }
    return renewed.length === 0 ? undefined : { renewed };
  }
}
