import type { Processor, ProcessorKind } from '../worker-contract/index.ts';
import { statusText } from './status-text.ts';

/** Says how requests queue by priority: they do not, since no filter before this program's workers gives them any. */
export const qosStatusWorkerKind: ProcessorKind<undefined> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.server.signers.QoSStatusWorker',
  read: () => undefined,
};

export function qosStatusWorker(): Processor {
  return { process: async ({ fileName }) => statusText('FILTER_ENABLED=false\n', fileName) };
}
