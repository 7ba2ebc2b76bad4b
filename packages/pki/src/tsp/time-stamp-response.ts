/** Answer of a time-stamping authority (RFC 3161 §2.4.2). */
import { transcodeToDer } from '../ber/index.ts';
import type { Certificate } from '../certificate/index.ts';
import type { CmsLimits } from '../cms/index.ts';
import { asDer, compareBytes, type Der, readDer, writeDer } from '../der/index.ts';
import { TspError } from './errors.ts';
import { isGranted, type PkiStatusInfo, readStatusInfo, writeStatusInfo } from './status-info.ts';
import type { TimeStampRequest } from './time-stamp-request.ts';
import { type TokenFault, TimeStampToken } from './time-stamp-token.ts';

export interface TimeStampResponse {
  readonly status: PkiStatusInfo;
  /** A whole ContentInfo; there exactly when the status grants one. */
  readonly token: Uint8Array | undefined;
}

/** Encodes a response. @throws {RangeError} for a token that the status does not grant, or none that it grants */
export function encodeTimeStampResponse({ status, token }: TimeStampResponse): Der<'TimeStampResponse'> {
  if (isGranted(status) !== (token !== undefined))
    throw new RangeError(`the status ${status.status} goes ${token === undefined ? 'with' : 'without'} a token`);
  const der = writeDer((writer) =>
    writer.sequence(() => {
      writeStatusInfo(writer, status);
      if (token !== undefined) writer.raw(token);
    }),
  );
  return asDer<'TimeStampResponse'>(der);
}

/**
 * Reads one response, in DER or BER; the token is not looked into and has the lengths of DER.
 *
 * @param limits - `maxOctets` of the response, 1 MiB when left out
 * @throws {TspError} `tsp.bad_value`, `tsp.bad_response`
 * @throws {BerError}
 * @throws {DerError}
 */
export function parseTimeStampResponse(bytes: Uint8Array, limits: CmsLimits = {}): TimeStampResponse {
  return readDer(transcodeToDer(bytes, { maxOctets: MAX_OCTETS, ...limits }), (reader) => {
    const sequence = reader.readSequence();
    const status = readStatusInfo(sequence);
    const token = sequence.atEnd ? undefined : sequence.readSequenceElement().raw;
    sequence.finish();
    if (isGranted(status) !== (token !== undefined)) {
      const has = token === undefined ? 'no token' : 'a token';
      throw new TspError('tsp.bad_response', `the status ${status.status} comes with ${has}`);
    }
    return { status, token };
  });
}

/** The answer held against its request: a time-stamp, a refusal, or something that is not an answer to it. */
export type ResponseVerdict =
  | {
      readonly status: 'stamped';
      readonly token: TimeStampToken;
      readonly certificate: Certificate;
      readonly weak: boolean;
    }
  | { readonly status: 'refused'; readonly info: PkiStatusInfo }
  | { readonly status: 'unacceptable'; readonly fault: ResponseFault; readonly detail: string };

export type ResponseFault =
  | TokenFault
  /** the time-stamp is of something else */
  | 'imprint'
  /** it is under another policy than was asked for */
  | 'policy'
  /** the nonce is missing, another one, or was not sent */
  | 'nonce'
  /** certificates are there that nobody asked for, or that of the authority is not, though it was asked for */
  | 'certificates';

/**
 * Holds a response against its request (RFC 3161 §2.4.2) and verifies the token. The time is for the caller to compare with a clock, the
 * certificate for a path.
 *
 * @param others - certificates of the authority, when the request asks for none
 * @throws {PkiError} when the token cannot be read
 */
export function checkTimeStampResponse(
  { status, token: bytes }: TimeStampResponse,
  request: TimeStampRequest,
  others: readonly Certificate[] = [],
): ResponseVerdict {
  if (bytes === undefined) return { status: 'refused', info: status };
  const token = TimeStampToken.parse(bytes);
  const fault = findMismatch(token, request);
  if (fault !== undefined) return { status: 'unacceptable', ...fault };
  const verdict = token.verify(others);
  if (verdict.status === 'invalid') return { ...verdict, status: 'unacceptable' };
  return { status: 'stamped', token, certificate: verdict.certificate, weak: verdict.weak };
}

function findMismatch(
  { info, signedData, signer }: TimeStampToken,
  request: TimeStampRequest,
): { readonly fault: ResponseFault; readonly detail: string } | undefined {
  const { messageImprint, policy, nonce, certificateRequested = false } = request;
  const { hashAlgorithm, digest } = info.messageImprint;
  // The parameters may be NULL on one side and absent on the other, which is the same.
  if (hashAlgorithm.oid !== messageImprint.hashAlgorithm.oid || compareBytes(digest, messageImprint.digest) !== 0)
    return { fault: 'imprint', detail: 'the time-stamp is of another digest' };
  if (policy !== undefined && policy !== info.policy)
    return { fault: 'policy', detail: `the policy is ${info.policy}, not ${policy}` };
  if (nonce !== info.nonce)
    return { fault: 'nonce', detail: `the nonce is ${info.nonce ?? 'missing'}, not ${nonce ?? 'left out'}` };
  const has = certificateRequested
    ? signedData.signerCertificate(signer) !== undefined
    : signedData.certificateChoices.length > 0;
  if (has === certificateRequested) return undefined;
  return { fault: 'certificates', detail: `certificates were ${certificateRequested ? '' : 'not '}asked for` };
}

const MAX_OCTETS = 1024 * 1024;
