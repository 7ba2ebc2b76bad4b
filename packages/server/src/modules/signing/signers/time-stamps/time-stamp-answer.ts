/** Answers to requests for time-stamps, as they are handed out and logged (RFC 3161 §2.4.2). */
import {
  type Certificate,
  encodeTimeStampResponse,
  type PkiFailure,
  PKI_STATUSES,
  type PkiStatusInfo,
} from '@sealwright/pki';
import { contentOf } from '../../../../kernel/content.ts';
import type { ProcessContext, Processed, SigningRequest } from '../../worker-contract/index.ts';

/** Reason why a request gets no time-stamp. */
export interface Rejection {
  readonly failure: PkiFailure;
  readonly text: string;
}

/** The answer without a time-stamp: a success over HTTP all the same. */
export function rejected(
  { failure, text }: Rejection,
  request: Pick<SigningRequest, 'fileName'>,
  context: Pick<ProcessContext, 'log'>,
  signerCertificate?: Certificate,
): Processed {
  context.log.set('TSA_PKIFAILUREINFO', failure);
  const status: PkiStatusInfo = { status: 'rejection', texts: text === '' ? [] : [text], failures: [failure] };
  return answered(status, undefined, request, context, signerCertificate);
}

/** The answer with a time-stamp. @param token - the ContentInfo */
export function granted(
  token: Uint8Array,
  text: string | undefined,
  request: Pick<SigningRequest, 'fileName'>,
  context: Pick<ProcessContext, 'log'>,
  signerCertificate: Certificate,
): Processed {
  const status: PkiStatusInfo = { status: 'granted', texts: text === undefined ? [] : [text] };
  return answered(status, token, request, context, signerCertificate);
}

function answered(
  status: PkiStatusInfo,
  token: Uint8Array | undefined,
  { fileName }: Pick<SigningRequest, 'fileName'>,
  { log }: Pick<ProcessContext, 'log'>,
  signerCertificate: Certificate | undefined,
): Processed {
  const der = encodeTimeStampResponse({ status, token });
  log.set('TSA_PKISTATUS', PKI_STATUSES.indexOf(status.status));
  log.set('TSA_PKISTATUS_STRING', status.texts?.[0]);
  log.set('TSA_TIMESTAMPRESPONSE_ENCODED', der.toBase64());
  return { content: contentOf(der), mediaType: 'application/timestamp-reply', fileName, signerCertificate };
}
