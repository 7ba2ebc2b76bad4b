import { contentOf } from '../../../kernel/content.ts';
import type { ProcessContext, Processed, Processor, ProcessorKind, SigningRequest } from '../kinds/index.ts';

/** Answers with the state line that a time monitor has set as TIMEMONITOR_STATE; with nothing while none holds. */
export const timeMonitorStatusReportWorkerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.timemonitormanager.TimeMonitorStatusReportWorker',
  make: () => new TimeMonitorStatusReportWorker(),
};

class TimeMonitorStatusReportWorker implements Processor {
  async process({ fileName }: SigningRequest, { status }: ProcessContext): Promise<Processed> {
    return {
      content: contentOf(Buffer.from(status.valid('TIMEMONITOR_STATE')?.value ?? '')),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      archiveId: null,
    };
  }
}
