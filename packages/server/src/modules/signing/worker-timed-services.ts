/** The timed services of all kinds of workers, constructed with what each needs. */
import type { WorkerFiles } from './worker-contract/index.ts';
import { renewalTimedService, type WorkerRenewals } from './renewal/index.ts';
import { signerStatusReportTimedService, type WorkerStatusSource } from './status-workers/index.ts';
import type { TimedServiceMakers } from './timed-runs/index.ts';
import { hsmKeepAliveTimedService, type WorkerKeyTester } from './timed/index.ts';

export interface TimedServicesDeps {
  readonly files: Pick<WorkerFiles, 'replace'>;
  readonly keyTests: WorkerKeyTester;
  readonly renewals: Pick<WorkerRenewals, 'renewIfDue'>;
  readonly statuses: WorkerStatusSource;
}

/** Returns functions that construct the timed services, under the names that their kinds have in `workers/worker-kinds.ts`. */
export function timedServices({ files, keyTests, renewals, statuses }: TimedServicesDeps): TimedServiceMakers {
  return {
    hsmKeepAliveTimedService: (settings) => hsmKeepAliveTimedService(settings, keyTests),
    renewalTimedService: (settings) => renewalTimedService(settings, renewals),
    signerStatusReportTimedService: (settings) => signerStatusReportTimedService(settings, { files, statuses }),
  };
}
