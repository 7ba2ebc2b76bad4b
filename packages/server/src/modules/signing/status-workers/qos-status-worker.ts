import { contentOf } from '../../../kernel/content.ts';
import type { Processed, Processor, ProcessorKind, SigningRequest } from '../kinds/index.ts';

/** Says how requests queue by priority: they do not, since no filter before this program's workers gives them any. */
export const qosStatusWorkerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.signers.QoSStatusWorker',
  make: () => new QosStatusWorker(),
};

class QosStatusWorker implements Processor {
  async process({ fileName }: SigningRequest): Promise<Processed> {
    return {
      content: contentOf(Buffer.from('FILTER_ENABLED=false\n')),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      archiveId: null,
    };
  }
}
