/** The signer certificate of a worker, and its validity for signing. */
import { type Certificate, privateKeyUsagePeriod } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../kernel/clock.ts';
import { isoMoment } from '../../../kernel/text/moments.ts';
import type { Document } from '../../configuration/index.ts';
import { SignerCertificateError } from './errors.ts';
import type { KeySettings, WorkerDocument } from '../workers/index.ts';

/**
 * Checks the validity of the certificate and of its private key, as the worker's settings require.
 *
 * @throws {@link SignerCertificateError}
 */
export function requireValidCertificate(
  certificate: Certificate | undefined,
  { checkValidity, checkPrivateKeyValidity, minRemainingDays }: KeySettings,
  { name }: Pick<Document<unknown, unknown>, 'name'>,
  clock: Clock,
): void {
  if (certificate === undefined) return;
  const now = nowSeconds(clock);
  if (checkValidity) requireWithin(name, 'Error Signer', certificate, now);
  if (checkPrivateKeyValidity) {
    const period = certificate.extension(privateKeyUsagePeriod);
    if (period !== undefined) requireWithin(name, 'Error private key of signer', period, now);
  }
  if (minRemainingDays > 0 && now + minRemainingDays * DAY_SECONDS > certificate.notAfter) {
    throw new SignerCertificateError(
      `Error Signer ${name} has a certificate that ends at ${isoMoment(certificate.notAfter)}, within the ${minRemainingDays} days that have to remain`,
    );
  }
}

/** Returns the certificate of a worker's present key; undefined also for a misconfigured worker. */
export function presentCertificate({ usability }: WorkerDocument): Certificate | undefined {
  return usability.usable ? usability.value.key.chains[0]?.[0] : undefined;
}

/** Returns the last second, since 1970, at which the worker may sign with the certificate. */
export function signingEnd(
  certificate: Certificate,
  { checkPrivateKeyValidity, minRemainingDays }: KeySettings,
): number {
  const period = checkPrivateKeyValidity ? certificate.extension(privateKeyUsagePeriod) : undefined;
  return Math.min(certificate.notAfter - minRemainingDays * DAY_SECONDS, period?.notAfter ?? Infinity);
}

function requireWithin(
  name: string,
  what: string,
  { notBefore = -Infinity, notAfter = Infinity }: { readonly notBefore?: number; readonly notAfter?: number },
  now: number,
): void {
  if (now < notBefore) throw new SignerCertificateError(`${what} ${name} is not valid until ${isoMoment(notBefore)}`);
  if (now > notAfter) throw new SignerCertificateError(`${what} ${name} expired at ${isoMoment(notAfter)}`);
}

const DAY_SECONDS = 86_400;
