/** Requests to the OCSP responder of a server, and its answers. */
import {
  assembleOcspRequest,
  type BasicOcspResponse,
  type Certificate,
  encodeTbsOcspRequest,
  type Extension,
  makeExtension,
  type HashAlgorithm,
  ocspCertificateId,
  ocspNonce,
  parseOcspResponse,
} from '@sealwright/pki';

/** Parts of the request other than the certificate. */
export interface AskOptions {
  readonly hash?: HashAlgorithm;
  readonly nonce?: Uint8Array;
  readonly extensions?: readonly Extension[];
  /** Behind the address of the server; `/ocsp` unless given. */
  readonly path?: string;
}

/** Encodes a request about certificates of one issuer, or of several. */
export function ocspRequest(
  asked: readonly (readonly [certificate: Certificate, issuer: Certificate])[],
  { hash, nonce, extensions = [] }: AskOptions = {},
): Uint8Array {
  const queries = asked.map(([certificate, issuer]) => ({
    certificateId: ocspCertificateId(certificate, issuer.publicKey, hash),
  }));
  const all = nonce === undefined ? extensions : [...extensions, makeExtension(ocspNonce, nonce, false)];
  return assembleOcspRequest(encodeTbsOcspRequest({ queries, extensions: all }));
}

/** Posts a request to the plain listener of a server. */
export async function postOcsp(url: string, request: Uint8Array, path = '/ocsp'): Promise<Response> {
  const headers = { 'content-type': 'application/ocsp-request' };
  return fetch(new URL(path, url), { method: 'POST', headers, body: Buffer.from(request) });
}

/** Reads an answer: the signed one, or the reason why there is none. */
export async function ocspAnswer(response: Response): Promise<BasicOcspResponse | string> {
  const read = parseOcspResponse(new Uint8Array(await response.arrayBuffer()));
  return read.status === 'successful' ? read.basic : read.status;
}

/** Returns the status that the responder of a server tells of one certificate, or the reason why it tells none. */
export async function ocspStatus(
  url: string,
  certificate: Certificate,
  issuer: Certificate,
  options: AskOptions = {},
): Promise<string> {
  const answer = await ocspAnswer(await postOcsp(url, ocspRequest([[certificate, issuer]], options), options.path));
  return typeof answer === 'string' ? answer : answer.responses[0]!.certificateStatus.status;
}
