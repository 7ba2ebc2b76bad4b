/** A question about a certificate to an OCSP responder: whom to ask, by whose key, and the answer. */
import {
  ACCESS_METHODS,
  assembleOcspRequest,
  authorityInfoAccess,
  type Certificate,
  encodeTbsOcspRequest,
  makeExtension,
  ocspCertificateId,
  ocspNonce,
  readable,
} from '@sealwright/pki';
import { randomBytes } from 'node:crypto';
import type { FoundCertificates } from '../arguments/certificate-source.ts';
import { addressesOf, issuersAt, readIssuers } from '../certificates/issuers.ts';
import { readServerTrust } from '../credentials.ts';
import { ConnectionError, FileError, UnexpectedAnswerError } from '../errors.ts';
import { postPublic } from '../rest/public-download.ts';
import type { Session } from '../session.ts';
import type { Asked } from './check-ocsp.ts';

/** An answer as it came. */
export interface OcspAnswer {
  readonly octets: Uint8Array;
  readonly nonce: Uint8Array;
  /** Address of the one that has given it. */
  readonly url: string;
}

/**
 * Finds the certificate whose key has signed the one that is asked about.
 *
 * @param file - where it is; undefined: it came with the certificate, is that itself, or is where that says
 * @throws {@link FileError} when it is not in the file
 * @throws {@link UnexpectedAnswerError} when it is nowhere
 */
export async function findIssuer(
  session: Session,
  { certificate, chain }: FoundCertificates,
  file: string | undefined,
): Promise<Certificate> {
  if (file !== undefined) {
    const named = signerAmong(await readIssuers(file), certificate);
    if (named !== undefined) return named;
    throw new FileError(
      'cli.file_unusable',
      `${file} has no certificate of '${certificate.issuer.toString()}' whose key has signed the certificate`,
    );
  }
  const found =
    signerAmong([...chain, certificate], certificate) ??
    signerAmong(await issuersAt(session, accessOf(certificate)), certificate);
  if (found !== undefined) return found;
  throw new UnexpectedAnswerError(
    `the certificate of '${certificate.issuer.toString()}', which has issued it, was not found: name it with --issuer`,
  );
}

/** Returns the addresses of responders that a certificate names. */
export function respondersOf(certificate: Certificate): readonly string[] {
  return addressesOf(accessOf(certificate), ACCESS_METHODS.ocsp);
}

/**
 * Asks the first of some responders that can be reached.
 *
 * @throws {@link ConnectionError} of the last one, when none can be
 * @throws {@link RefusedError}, {@link UsageError}, {@link UnexpectedAnswerError}
 */
export async function askOcsp(session: Session, urls: readonly string[], asked: Asked): Promise<OcspAnswer> {
  const nonce = new Uint8Array(randomBytes(NONCE_OCTETS));
  const request = requestAbout(asked, nonce);
  const [last, ...others] = urls.slice(0, MAX_RESPONDERS).toReversed();
  for (const url of others.toReversed()) {
    try {
      return { octets: await send(session, url, request), nonce, url };
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }
  return { octets: await send(session, last!, request), nonce, url: last! };
}

function requestAbout({ certificate, issuer }: Asked, nonce: Uint8Array): Uint8Array {
  const queries = [{ certificateId: ocspCertificateId(certificate, issuer.publicKey) }];
  return assembleOcspRequest(encodeTbsOcspRequest({ queries, extensions: [makeExtension(ocspNonce, nonce, false)] }));
}

async function send(session: Session, url: string, request: Uint8Array): Promise<Uint8Array> {
  const { options } = session;
  const { ca } = /^https:/i.test(url) ? await readServerTrust(options) : { ca: undefined };
  const limits = { timeoutMs: options.timeoutMs, maxOctets: MAX_RESPONSE_OCTETS, ca };
  return postPublic(url, { mediaType: 'application/ocsp-request', octets: request }, limits);
}

function signerAmong(some: readonly Certificate[], certificate: Certificate): Certificate | undefined {
  return some.find(
    ({ subject, publicKey }) =>
      subject.equals(certificate.issuer) && readable(() => certificate.verify(publicKey)) === true,
  );
}

function accessOf(certificate: Certificate) {
  return readable(() => certificate.extension(authorityInfoAccess)) ?? [];
}

/** RFC 9654 §2.1 wants 32 at least. */
const NONCE_OCTETS = 32;
const MAX_RESPONDERS = 3;
const MAX_RESPONSE_OCTETS = 1024 * 1024;
