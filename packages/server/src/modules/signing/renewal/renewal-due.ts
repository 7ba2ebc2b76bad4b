import type { Certificate } from '@sealwright/pki';
import { signingEnd } from '../signer-certificate.ts';
import { WorkerProperties } from '../worker-properties.ts';
import type { WorkerDocument } from '../worker-type.ts';
import { readRenewal } from './renewal-settings.ts';

/**
 * From when on the certificate of a worker is to be renewed, in seconds since 1970: for as long before the worker can no longer sign as it says
 * itself, or when a third of the certificate's life is left. Undefined for one that comes from no CA here, or without a certificate.
 */
export function renewalDue(worker: WorkerDocument): number | undefined {
  const certificate = presentCertificate(worker);
  const properties = new WorkerProperties(worker.settings.properties ?? {}, () => undefined);
  const { issuer, minRemainingSeconds } = readRenewal(properties);
  if (certificate === undefined || issuer === undefined) return undefined;
  return signingEnd(certificate, worker.value.key) - (minRemainingSeconds ?? lastThird(certificate));
}

/** That of its present key; undefined also for a worker that is misconfigured. */
export function presentCertificate({ usability }: WorkerDocument): Certificate | undefined {
  return usability.usable ? usability.value.key.chains[0]?.[0] : undefined;
}

function lastThird({ notBefore, notAfter }: Certificate): number {
  return Math.floor((notAfter - notBefore) / 3);
}
