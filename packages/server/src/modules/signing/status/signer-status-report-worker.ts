import { contentOf } from '../../../kernel/content.ts';
import type { Processed, ProcessContext, Processor } from '../processor.ts';
import type { SigningRequest } from '../signing-request.ts';
import type { ProcessorKind } from '../worker-kind.ts';
import type { WorkerStatus } from './worker-statuses.ts';

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
    const lines: string[] = [];
    for (const named of this.#workers) lines.push(lineOf(named, await statuses.find(named)));
    return {
      content: contentOf(Buffer.from(lines.map((line) => `${line}\n`).join(''))),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      archiveId: null,
    };
  }
}

/** A worker that there is none of is reported as one that does not sign. */
function lineOf(named: string, status: WorkerStatus | undefined): string {
  const { certificate, signings, signLimit, state } = status ?? {};
  return [
    `workerName=${status?.name ?? named}`,
    `status=${state === 'active' ? 'ACTIVE' : 'OFFLINE'}`,
    ...(certificate === undefined
      ? []
      : [`validityNotBefore=${timeOf(certificate.notBefore)}`, `validityNotAfter=${timeOf(certificate.notAfter)}`]),
    ...(signings === undefined ? [] : [`signings=${signings}`]),
    ...(signLimit === undefined ? [] : [`signLimit=${signLimit}`]),
  ].join(', ');
}

/** `yyyy-MM-dd HH:mm:ss z`. */
function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}
