import path from 'node:path';
import { contentOf } from '../../../kernel/content.ts';
import type { TimedContext, TimedService } from '../timed/timed-service.ts';
import type { TimedServiceKind } from '../kinds/index.ts';
import { isSignerStatusReport, signerStatusReport } from './signer-status-report.ts';

/** Writes into a file how other workers stand, for programs that watch over them. A file that is no such report stays what it is. */
export const signerStatusReportTimedServiceKind: TimedServiceKind = {
  type: 'TIMED_SERVICE',
  className: 'org.signserver.module.signerstatusreport.SignerStatusReportTimedService',
  make: (properties) => {
    properties.requiredText('WORKERS');
    const file = properties.requiredText('OUTPUTFILE');
    // Whether it is in a directory that workers may use is the operator's to say, and found out when it is written.
    if (file !== '' && !path.isAbsolute(file)) properties.report('OUTPUTFILE', `is '${file}' and has to be absolute`);
    return new SignerStatusReportTimedService(properties.list('WORKERS') ?? [], file);
  },
};

class SignerStatusReportTimedService implements TimedService {
  /** Every process reports on itself, on a host of its own. */
  readonly singleton = false;
  readonly #workers: readonly string[];
  readonly #file: string;

  constructor(workers: readonly string[], file: string) {
    this.#workers = workers;
    this.#file = file;
  }

  async run({ files, statuses }: TimedContext): Promise<undefined> {
    const report = contentOf(await signerStatusReport(this.#workers, statuses));
    await files.replace(this.#file, report, isSignerStatusReport);
  }
}
