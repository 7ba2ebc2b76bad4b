/** What a signature says of the revocation of its signer: the answer of a responder. */
import { type Certificate, findPath, PkiError, trustAnchorOf, type ValidPath } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { NoRevocationEvidenceError } from '../errors.ts';
import { ocspUrlsOf } from '../ocsp-responders.ts';
import type { ProcessContext } from '../processor.ts';

/**
 * The OCSPResponse in DER by which `certificate` is not revoked, of a responder that it names. Whether a responder with a certificate of the CA is revoked
 * itself is not asked: whoever verifies the signature does.
 *
 * @param chain - with the certificate of its issuer, which is trusted
 * @throws {@link NoRevocationEvidenceError} when there is no such answer
 */
export async function ocspEvidence(
  certificate: Certificate,
  chain: readonly Certificate[],
  { clock, ocspResponders }: Pick<ProcessContext, 'clock' | 'ocspResponders'>,
): Promise<Uint8Array> {
  const now = nowSeconds(clock);
  const { path, urls } = read(certificate, chain, now);
  if (urls.length === 0) throw new NoRevocationEvidenceError('the certificate of the signer names no OCSP responder');
  const answer = await ocspResponders.ask(urls, { path, at: 0, now });
  if (answer === undefined)
    throw new NoRevocationEvidenceError('no OCSP responder that may be asked gave an answer that can be relied on');
  const { status } = answer.response.certificateStatus;
  if (status !== 'good') throw new NoRevocationEvidenceError(`the OCSP responder calls the certificate ${status}`);
  return answer.der;
}

function read(
  certificate: Certificate,
  chain: readonly Certificate[],
  now: number,
): { readonly path: ValidPath; readonly urls: readonly string[] } {
  const issuer = chain.find((one) => one !== certificate && one.subject.equals(certificate.issuer));
  if (issuer === undefined) throw new NoRevocationEvidenceError('the issuer of the signer is not in the chain');
  try {
    const path = findPath(certificate, { anchors: [trustAnchorOf(issuer)], intermediates: [] }, { now });
    return { path, urls: ocspUrlsOf(certificate) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new NoRevocationEvidenceError(error.message, { cause: error });
  }
}
