/** What a signature says of the revocation of its signer: a CRL, or the answer of a responder. */
import {
  type Certificate,
  Crl,
  CrlRevocation,
  findPath,
  PkiError,
  trustAnchorOf,
  type ValidPath,
} from '@sealwright/pki';
import { nowSeconds } from '../../../../kernel/clock.ts';
import { NoRevocationEvidenceError, type ProcessContext } from '../../kinds/index.ts';
import { crlUrlsOf, MAX_EMBEDDED_CRL_OCTETS, ocspUrlsOf } from '../../revocation/index.ts';

/** With the certificate of the issuer, which is trusted. */
type Chain = readonly Certificate[];

/**
 * The CRL in DER that `certificate` is not on: that of the CA here that has issued it, else one that it names.
 *
 * @throws {@link NoRevocationEvidenceError} when there is none, and when the certificate is revoked
 */
export async function crlEvidence(
  certificate: Certificate,
  chain: Chain,
  context: Pick<ProcessContext, 'clock' | 'crlIndexes' | 'foreignCrls' | 'revocation'>,
): Promise<Uint8Array> {
  const own = await context.revocation.crlOf(certificate);
  if (own !== undefined) {
    await requireUnlisted(certificate, own, context);
    return own;
  }
  const now = nowSeconds(context.clock);
  const { path, urls } = read(certificate, chain, now, crlUrlsOf);
  for (const crl of await context.foreignCrls.fetch(urls)) {
    const status = await statusBy(crl, path, now, context);
    if (status === 'revoked') throw new NoRevocationEvidenceError(REVOKED);
    if (status === 'good' && crl.der.length <= MAX_EMBEDDED_CRL_OCTETS) return crl.der;
  }
  throw new NoRevocationEvidenceError(
    'no CA here has issued the certificate of the signer, and it names no CRL that may be fetched and can be relied on',
  );
}

/**
 * The OCSPResponse in DER by which `certificate` is not revoked, of a responder that it names. Whether a responder with a certificate of the CA is revoked
 * itself is not asked: whoever verifies the signature does.
 *
 * @throws {@link NoRevocationEvidenceError} when there is no such answer
 */
export async function ocspEvidence(
  certificate: Certificate,
  chain: Chain,
  { clock, ocspResponders }: Pick<ProcessContext, 'clock' | 'ocspResponders'>,
): Promise<Uint8Array> {
  const now = nowSeconds(clock);
  const { path, urls } = read(certificate, chain, now, ocspUrlsOf);
  if (urls.length === 0) throw new NoRevocationEvidenceError('the certificate of the signer names no OCSP responder');
  const answer = await ocspResponders.ask(urls, { path, at: 0, now });
  if (answer === undefined)
    throw new NoRevocationEvidenceError('no OCSP responder that may be asked gave an answer that can be relied on');
  const { status } = answer.response.certificateStatus;
  if (status !== 'good') throw new NoRevocationEvidenceError(`the OCSP responder calls the certificate ${status}`);
  return answer.der;
}

/** Of a CA here, whose signature nobody has to verify. */
async function requireUnlisted(
  certificate: Certificate,
  der: Uint8Array,
  { crlIndexes }: Pick<ProcessContext, 'crlIndexes'>,
): Promise<void> {
  const [list] = await crlIndexes.prepare([Crl.parse(der)]);
  if (list === undefined) throw new NoRevocationEvidenceError('that of the CA of the signer was not read in time');
  if (list.entryOf(certificate) !== undefined) throw new NoRevocationEvidenceError(REVOKED);
}

async function statusBy(
  crl: Crl,
  path: ValidPath,
  now: number,
  { crlIndexes }: Pick<ProcessContext, 'crlIndexes'>,
): Promise<'good' | 'revoked' | 'unknown'> {
  const crls = await crlIndexes.prepare([crl], { path, certificates: [] });
  return new CrlRevocation({ crls, certificates: [], rules: { now } }).statusOf(path, 0).status;
}

function read(
  certificate: Certificate,
  chain: Chain,
  now: number,
  urlsOf: (certificate: Certificate) => readonly string[],
): { readonly path: ValidPath; readonly urls: readonly string[] } {
  const issuer = chain.find((one) => one !== certificate && one.subject.equals(certificate.issuer));
  if (issuer === undefined) throw new NoRevocationEvidenceError('the issuer of the signer is not in the chain');
  try {
    const path = findPath(certificate, { anchors: [trustAnchorOf(issuer)], intermediates: [] }, { now });
    return { path, urls: urlsOf(certificate) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new NoRevocationEvidenceError(error.message, { cause: error });
  }
}

const REVOKED = 'the certificate of the signer is revoked';
