/** Evidence of revocation that goes into a signature: a CRL, or the response of an OCSP responder. */
import {
  type Certificate,
  Crl,
  CrlRevocation,
  findPath,
  PkiError,
  trustAnchorOf,
  type ValidPath,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../../kernel/clock.ts';
import { WithDeps } from '../../../../kernel/with-deps.ts';
import {
  type CrlIndexes,
  crlUrlsOf,
  type ForeignCrls,
  MAX_EMBEDDED_CRL_OCTETS,
  NoRevocationEvidenceError,
  type OcspResponders,
  ocspUrlsOf,
  type OwnCrls,
} from '../../revocation/index.ts';

/** With the certificate of the issuer, which is trusted. */
type Chain = readonly Certificate[];

export interface SignerEvidenceDeps {
  readonly clock: Clock;
  readonly crlIndexes: Pick<CrlIndexes, 'prepare'>;
  readonly foreignCrls: ForeignCrls;
  readonly ocspResponders: OcspResponders;
  readonly ownCrls: Pick<OwnCrls, 'crlOf'>;
}

/** Evidence that a signer was not revoked when it signed. */
export class SignerEvidence extends WithDeps<SignerEvidenceDeps> {
  /**
   * Returns the CRL in DER that `certificate` is not on: that of the CA here that has issued it, else one that it names.
   *
   * @throws {@link NoRevocationEvidenceError} when there is none, and when the certificate is revoked
   */
  async crl(certificate: Certificate, chain: Chain): Promise<Uint8Array> {
    const { clock, foreignCrls, ownCrls } = this.deps;
    const own = await ownCrls.crlOf(certificate);
    if (own !== undefined) {
      await this.#requireUnlisted(certificate, own);
      return own;
    }
    const now = nowSeconds(clock);
    const { path, urls } = read(certificate, chain, now, crlUrlsOf);
    for (const crl of await foreignCrls.fetch(urls)) {
      const status = await this.#statusBy(crl, path, now);
      if (status === 'revoked') throw new NoRevocationEvidenceError(REVOKED);
      if (status === 'good' && crl.der.length <= MAX_EMBEDDED_CRL_OCTETS) return crl.der;
    }
    throw new NoRevocationEvidenceError(
      'no CA here has issued the certificate of the signer, and it names no CRL that may be fetched and can be relied on',
    );
  }

  /**
   * Returns the OCSPResponse in DER by which `certificate` is not revoked, of a responder that it names. It does not ask whether a responder with a
   * certificate of the CA is revoked itself: verifiers of the signature do.
   *
   * @throws {@link NoRevocationEvidenceError} when there is no such answer
   */
  async ocspResponse(certificate: Certificate, chain: Chain): Promise<Uint8Array> {
    const { clock, ocspResponders } = this.deps;
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

  /** Refuses a certificate that the CRL lists. The CRL is one of a CA here, so its signature need not be verified. */
  async #requireUnlisted(certificate: Certificate, der: Uint8Array): Promise<void> {
    const [list] = await this.deps.crlIndexes.prepare([Crl.parse(der)]);
    if (list === undefined) throw new NoRevocationEvidenceError('that of the CA of the signer was not read in time');
    if (list.entryOf(certificate) !== undefined) throw new NoRevocationEvidenceError(REVOKED);
  }

  async #statusBy(crl: Crl, path: ValidPath, now: number): Promise<'good' | 'revoked' | 'unknown'> {
    const crls = await this.deps.crlIndexes.prepare([crl], { path, certificates: [] });
    return new CrlRevocation({ crls, certificates: [], rules: { now } }).statusOf(path, 0).status;
  }
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
