import type { Processor, ProcessorKind } from '../worker-contract/index.ts';
import { signerStatusReport } from './signer-status-report.ts';
import { statusText } from './status-text.ts';
import type { WorkerStatusSource } from './worker-status.ts';

/** Reports how other workers stand, a line for each of them, whatever it is sent. */
export const signerStatusReportWorkerKind: ProcessorKind<readonly string[]> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.signerstatusreport.SignerStatusReportWorker',
  read: (properties) => properties.requiredList('WORKERS'),
};

/** @param workers - ids or names */
export function signerStatusReportWorker(workers: readonly string[], statuses: WorkerStatusSource): Processor {
  return {
    process: async ({ fileName }) => statusText(await signerStatusReport(workers, statuses), fileName),
  };
}
