import type { TimedService, TimedServiceKind } from '../worker-contract/index.ts';
import type { WorkerRenewals } from './worker-renewals.ts';

/** Renews other workers before they cannot sign any more. Each of them names the renewal worker that could be asked for it as well. */
export const renewalTimedServiceKind: TimedServiceKind<readonly string[]> = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.module.renewal.service.RenewalTimedService',
  // A worker is renewed for all processes.
  singleton: true,
  read: (properties) => properties.requiredList('WORKERS'),
};

/** @param workers - ids or names */
export function renewalTimedService(
  workers: readonly string[],
  renewals: Pick<WorkerRenewals, 'renewIfDue'>,
): TimedService {
  return {
    async run({ failed, signal }) {
      const renewed: string[] = [];
      for (const named of workers) {
        if (signal.aborted) break;
        try {
          if (await renewals.renewIfDue(named)) renewed.push(named);
        } catch (error) {
          failed(named, error);
        }
      }
      return renewed.length === 0 ? undefined : { renewed };
    },
  };
}
