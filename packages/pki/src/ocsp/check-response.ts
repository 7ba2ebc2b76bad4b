/** Verification of an answer, and what it says of a certificate (RFC 6960 §3.2). */
import type { Certificate } from '../certificate/index.ts';
import { compareBytes } from '../der/index.ts';
import { PkiError } from '../errors.ts';
import type { ValidPath } from '../path/index.ts';
import type { BasicOcspResponse } from './basic-response.ts';
import { OcspCertificateMatch } from './certificate-id.ts';
import { isUnderstoodInResponses, ocspNonce } from './extensions.ts';
import { findOcspResponder, issuerOf, type OcspResponder } from './responder.ts';
import type { ReadSingleResponse } from './single-response.ts';

/** Question that an answer must settle. */
export interface OcspQuestion {
  /** With the certificate and those above it. */
  readonly path: ValidPath;
  /** The place of the certificate in the path. */
  readonly at: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Nonce of the request, when it had one: an answer with another one is refused, an answer without one is judged by its times alone. */
  readonly nonce?: Uint8Array | undefined;
  /** True when an answer without the nonce is refused, too. */
  readonly nonceRequired?: boolean | undefined;
  /** By how many seconds clocks may differ; 300 when left out. */
  readonly skewSeconds?: number | undefined;
  /** Maximum age of an answer that does not say when the next one comes; 3,600 seconds when left out. */
  readonly maxAgeSeconds?: number | undefined;
  /** True when signatures for which collisions can be made (MD5, SHA-1) are as good as others; not unless given. */
  readonly acceptWeak?: boolean | undefined;
  /** Responders that are trusted whatever the CA says (RFC 6960 §4.2.2.2 (1)). */
  readonly trustedResponders?: readonly Certificate[] | undefined;
}

export type OcspVerdict =
  | { readonly status: 'answered'; readonly response: ReadSingleResponse; readonly responder: OcspResponder }
  | { readonly status: 'unacceptable'; readonly fault: OcspFault; readonly detail: string };

export type OcspFault =
  /** the answer is not of the certificate */
  | 'certificate'
  /** it has something critical that is not understood */
  | 'critical-extension'
  /** another nonce than that of the request */
  | 'nonce'
  /** it is of the future, or newer ones have to be there */
  | 'time'
  /** who has signed it may not answer for the CA, or nobody known has signed it */
  | 'responder'
  /** it is signed with an algorithm for which collisions can be made, or one that is not known */
  | 'algorithm';

/**
 * Holds an answer against a question. Whether a responder who is not the CA is itself revoked is for the caller to ask, unless its certificate says
 * that nobody has to: see {@link OcspResponder}.
 */
export function checkOcspResponse(answer: BasicOcspResponse, question: OcspQuestion): OcspVerdict {
  const found = findResponse(answer, question);
  if (found === undefined) return unacceptable('certificate', 'the answer says nothing of the certificate');
  if (![...answer.extensions, ...found.extensions].every(isUnderstoodInResponses))
    return unacceptable('critical-extension', 'a critical extension of the answer is not understood');
  try {
    const fault = nonceFault(answer, question) ?? timeFault(answer, found, question);
    if (fault !== undefined) return fault;
    const { acceptWeak = false } = question;
    if (!acceptWeak && answer.signatureAlgorithm.weak)
      return unacceptable('algorithm', `the answer is signed with ${answer.signatureAlgorithm.name}`);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return unacceptable('algorithm', error.message);
  }
  const responder = findOcspResponder(answer, question);
  if (responder === undefined)
    return unacceptable('responder', 'no responder of the CA of the certificate has signed the answer');
  return { status: 'answered', response: found, responder };
}

/** The newest, should there be several. */
function findResponse({ responses }: BasicOcspResponse, { path, at }: OcspQuestion): ReadSingleResponse | undefined {
  const match = new OcspCertificateMatch(path.certificates[at]!, issuerOf(path, at).publicKey);
  return responses
    .filter(({ certificateId }) => match.matches(certificateId))
    .reduce<ReadSingleResponse | undefined>(
      (newest, one) => (newest === undefined || one.thisUpdate > newest.thisUpdate ? one : newest),
      undefined,
    );
}

/** RFC 9654 §2.1. */
function nonceFault(answer: BasicOcspResponse, { nonce, nonceRequired = false }: OcspQuestion): Fault | undefined {
  if (nonce === undefined) return undefined;
  const found = answer.extension(ocspNonce);
  if (found === undefined) return nonceRequired ? unacceptable('nonce', 'the answer has no nonce') : undefined;
  return compareBytes(found, nonce) === 0
    ? undefined
    : unacceptable('nonce', 'the answer has another nonce than the request');
}

/** RFC 6960 §3.2 (5) and (6), §4.2.2.1. */
function timeFault(
  { producedAt }: BasicOcspResponse,
  { thisUpdate, nextUpdate }: ReadSingleResponse,
  { now, skewSeconds = 300, maxAgeSeconds = 3600 }: OcspQuestion,
): Fault | undefined {
  if (thisUpdate > now + skewSeconds || producedAt > now + skewSeconds)
    return unacceptable('time', 'the answer is of the future');
  if (nextUpdate !== undefined && nextUpdate < thisUpdate)
    return unacceptable('time', 'the answer ends before it begins');
  if ((nextUpdate ?? thisUpdate + maxAgeSeconds) + skewSeconds < now)
    return unacceptable('time', 'the answer is too old');
  return undefined;
}

type Fault = Extract<OcspVerdict, { readonly status: 'unacceptable' }>;

function unacceptable(fault: OcspFault, detail: string): Fault {
  return { status: 'unacceptable', fault, detail };
}
