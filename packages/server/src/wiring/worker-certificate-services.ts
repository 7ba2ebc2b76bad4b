/** The certificates of workers in the form in which the administration interface asks for them. */
import { parsePem, PkiError } from '@sealwright/pki';
import type { WorkerCertificateServices } from '../http/index.ts';
import { BadWorkerCertificateError } from '../modules/signing/index.ts';
import type { Installation } from './installation.ts';

/** Connects the administration interface to the use cases. */
export function workerCertificateServices(installation: Installation): WorkerCertificateServices {
  const { certifyWorker, workerCertificates, workerStatuses } = installation.signing;
  return {
    async status(administrator, name) {
      const { certificate, ...status } = await workerStatuses.get(administrator, name);
      return { ...status, certificate: certificate?.der };
    },
    request: (administrator, name, asked) => workerCertificates.request(administrator, name, asked),
    install: async (administrator, name, pem) => workerCertificates.install(administrator, name, readCertificates(pem)),
    certify: (administrator, name, issuer, key) => certifyWorker.certify(administrator, name, issuer, key),
  };
}

function readCertificates(pem: string): readonly Uint8Array[] {
  try {
    return parsePem(pem).flatMap(({ label, der }) => (label === 'CERTIFICATE' ? [der] : []));
  } catch (cause) {
    if (!(cause instanceof PkiError)) throw cause;
    throw new BadWorkerCertificateError(cause.message, { cause });
  }
}
