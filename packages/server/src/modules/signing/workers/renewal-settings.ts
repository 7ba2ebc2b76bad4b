/** Settings for renewing a worker's certificate, read from the properties of that worker. */
import { parseDuration } from '../../configuration/index.ts';
import type { WorkerIssuer } from './worker-issuer.ts';
import type { WorkerProperties } from '../worker-contract/index.ts';

export interface RenewalSettings {
  /** RENEWCA, RENEWCERTIFICATEPROFILE and RENEWENDENTITYPROFILE; undefined unless all three are set. */
  readonly issuer: WorkerIssuer | undefined;
  /** RENEWWORKER: the id or name of the renewal worker that may renew this worker. */
  readonly renewalWorker: string | undefined;
  /** RENEW_FORDEFAULTKEY: true to keep the present key. */
  readonly sameKey: boolean;
  /** RENEW_MINREMAININGSIGNINGVALIDITY: a worker that can sign for less than this is renewed. */
  readonly minRemainingSeconds: number | undefined;
}

/** Reads the properties, or reports errors in them. */
export function readRenewal(properties: WorkerProperties): RenewalSettings {
  const ca = properties.text('RENEWCA');
  const certificateProfile = properties.text('RENEWCERTIFICATEPROFILE');
  const endEntityProfile = properties.text('RENEWENDENTITYPROFILE');
  const isIncomplete = ca === undefined || certificateProfile === undefined || endEntityProfile === undefined;
  return {
    issuer: isIncomplete ? undefined : { ca, certificateProfile, endEntityProfile },
    renewalWorker: properties.text('RENEWWORKER'),
    sameKey: properties.boolean('RENEW_FORDEFAULTKEY', false),
    minRemainingSeconds: readRemaining(properties),
  };
}

/** Reads a duration such as `5d 2h 3m 4s 5ms`; milliseconds are rounded up to a second. */
function readRemaining(properties: WorkerProperties): number | undefined {
  const text = properties.text(REMAINING);
  if (text === undefined) return undefined;
  const [, rest = '', milliseconds] = MILLISECONDS.exec(text.slice(0, MAX_LENGTH)) ?? [undefined, text, undefined];
  const read = rest === '' ? 0 : parseDuration(rest);
  if (read !== undefined && read >= 0) return read + Math.ceil(Number(milliseconds ?? 0) / 1000);
  properties.report(REMAINING, `is '${text}' and has to be a length of time such as 30d, or 5d 2h 3m 4s 5ms`);
  return undefined;
}

const REMAINING = 'RENEW_MINREMAININGSIGNINGVALIDITY';
const MILLISECONDS = /^(.*?) *(\d{1,12}) ?ms$/i;
const MAX_LENGTH = 64;
