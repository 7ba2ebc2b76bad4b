import type { Certificate } from '@sealwright/pki';
import { presentCertificate, signingEnd } from '../keys/index.ts';
import { propertiesOf } from '../worker-contract/index.ts';
import { readRenewal, type WorkerDocument } from '../workers/index.ts';

/**
 * From when on the certificate of a worker is to be renewed, in seconds since 1970: for as long before the worker can no longer sign as it says
 * itself, or when a third of the time is left in which it can. Undefined for one that comes from no CA here, or without a certificate.
 *
 * Not before {@link earliest}, or a worker that wants more time than its certificates have would be renewed without end.
 */
export function renewalDue(worker: WorkerDocument): number | undefined {
  const certificate = presentCertificate(worker);
  const { issuer, minRemainingSeconds } = readRenewal(propertiesOf(worker));
  if (certificate === undefined || issuer === undefined) return undefined;
  return renewalTime(certificate, signingEnd(certificate, worker.value.key), minRemainingSeconds);
}

/**
 * All in seconds, and moments since 1970.
 *
 * @param end - the last one at which the worker signs, which lies before the certificate for one that cannot sign with it at all
 */
export function renewalTime(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  end: number,
  minRemainingSeconds: number | undefined,
): number {
  const span = (end > notBefore ? end : notAfter) - notBefore;
  return Math.max(end - (minRemainingSeconds ?? Math.floor(span / 3)), notBefore + earliest(span));
}

/** A tenth of the time; an hour at least, since certificates begin some minutes before they are issued, but half of it at most. */
function earliest(span: number): number {
  return Math.floor(Math.min(span / 2, Math.max(span / 10, HOUR_SECONDS)));
}

const HOUR_SECONDS = 3600;
