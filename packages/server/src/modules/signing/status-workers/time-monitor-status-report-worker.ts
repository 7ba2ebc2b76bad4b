import type { Processor, ProcessorKind } from '../worker-contract/index.ts';
import type { StatusRepository } from './status-repository.ts';
import { statusText } from './status-text.ts';

/** Answers with the state line that a time monitor has set as TIMEMONITOR_STATE; with nothing while none holds. */
export const timeMonitorStatusReportWorkerKind: ProcessorKind<undefined> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.timemonitormanager.TimeMonitorStatusReportWorker',
  read: () => undefined,
};

export function timeMonitorStatusReportWorker(status: Pick<StatusRepository, 'valid'>): Processor {
  return {
    process: async ({ fileName }) => statusText(Buffer.from(status.valid('TIMEMONITOR_STATE')?.value ?? ''), fileName),
  };
}
