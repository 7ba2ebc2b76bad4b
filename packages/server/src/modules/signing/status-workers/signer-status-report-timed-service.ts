import path from 'node:path';
import { contentOf } from '../../../kernel/content.ts';
import type { TimedService, TimedServiceKind, WorkerFiles } from '../worker-contract/index.ts';
import { isSignerStatusReport, signerStatusReport } from './signer-status-report.ts';
import type { WorkerStatusSource } from './worker-status.ts';

/** Writes into a file how other workers stand, for programs that watch over them. A file that is not such a report stays what it is. */
export const signerStatusReportTimedServiceKind: TimedServiceKind<StatusReportSettings> = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.module.signerstatusreport.SignerStatusReportTimedService',
  // Every process reports on itself, on a host of its own.
  singleton: false,
  read: (properties) => {
    const file = properties.requiredText('OUTPUTFILE');
    // The operator names the directories that workers may use, so the file is checked when it is written.
    if (file !== '' && !path.isAbsolute(file)) properties.report('OUTPUTFILE', `is '${file}' and has to be absolute`);
    return { workers: properties.requiredList('WORKERS'), file };
  },
};

interface StatusReportSettings {
  /** Ids or names. */
  readonly workers: readonly string[];
  /** Absolute. */
  readonly file: string;
}

export interface StatusReportDeps {
  readonly files: Pick<WorkerFiles, 'replace'>;
  readonly statuses: WorkerStatusSource;
}

export function signerStatusReportTimedService(
  { workers, file }: StatusReportSettings,
  { files, statuses }: StatusReportDeps,
): TimedService {
  return {
    async run() {
      const report = contentOf(await signerStatusReport(workers, statuses));
      await files.replace(file, report, isSignerStatusReport);
      return undefined;
    },
  };
}
