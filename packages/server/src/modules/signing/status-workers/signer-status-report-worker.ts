import { contentOf } from '../../../kernel/content.ts';
import type { ProcessContext, Processed, Processor, ProcessorKind, SigningRequest } from '../kinds/index.ts';
import { signerStatusReport } from './signer-status-report.ts';

/** Reports how other workers stand, a line for each of them, whatever it is sent. */
export const signerStatusReportWorkerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.signerstatusreport.SignerStatusReportWorker',
  make: (properties) => {
    properties.requiredText('WORKERS');
    return new SignerStatusReportWorker(properties.list('WORKERS') ?? []);
  },
};

class SignerStatusReportWorker implements Processor {
  readonly #workers: readonly string[];

  constructor(workers: readonly string[]) {
    this.#workers = workers;
  }

  async process({ fileName }: SigningRequest, { statuses }: ProcessContext): Promise<Processed> {
    return {
      content: contentOf(await signerStatusReport(this.#workers, statuses)),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      archiveId: null,
    };
  }
}
