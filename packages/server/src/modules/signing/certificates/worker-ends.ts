/** The certificates that workers sign with, and when they end. */
import type { Certificate } from '@sealwright/pki';
import type { Configuration } from '../../configuration/index.ts';
import { presentCertificate, signingEnd } from '../keys/index.ts';
import { admissionOf, type WorkerDocument, workerType } from '../workers/index.ts';
import { renewalDue } from './renewal-due.ts';

/** The certificate of an enabled worker. */
export interface WorkerEnd {
  /** Of the document. */
  readonly id: number;
  readonly name: string;
  readonly certificate: Certificate;
  /** The last second, since 1970, at which the worker may sign with it. */
  readonly endsAt: number;
  /** Time at which the program itself renews it; undefined if it does not. */
  readonly renewalDue: number | undefined;
}

export class WorkerEnds {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** Lists the certificates of all enabled workers that have one. */
  async list(): Promise<readonly WorkerEnd[]> {
    const workers = await this.#configuration.list(workerType);
    return workers.flatMap((worker) => this.#endOf(worker) ?? []);
  }

  #endOf(worker: WorkerDocument): WorkerEnd | undefined {
    const certificate = presentCertificate(worker);
    if (certificate === undefined || !worker.usability.usable || admissionOf(worker).disabled) return undefined;
    const end = signingEnd(certificate, worker.usability.value.key);
    return {
      id: worker.id,
      name: worker.name,
      certificate,
      // For a worker that cannot sign with it at all, the end of the certificate counts.
      endsAt: end > certificate.notBefore ? end : certificate.notAfter,
      renewalDue: renewalDue(worker),
    };
  }
}
