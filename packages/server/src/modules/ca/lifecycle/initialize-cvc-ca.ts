/** The first certificate of a CVC CA: a country verifying CA's own, a local one's for a document verifier, or a request for one elsewhere. */
import { CvPublicKey, parsePublicKey, signsWith } from '@sealwright/pki';
import { CaCertificateRefusedError, type CaSigner } from '../issuance/index.ts';
import { CaWithoutKeysError, type CvcCaSettings } from '../authorities/index.ts';
import { type CvcCaToCertify, type IssueCvcCaCertificate, makeCvRequest } from '../cvc/index.ts';
import type { CaInitializer, Initialization, UninitializedCa } from './initialize-ca.ts';

export class InitializeCvcCa implements CaInitializer<CvcCaSettings> {
  readonly #certificates: IssueCvcCaCertificate;
  readonly #signer: CaSigner;

  constructor({
    cvcCertificates,
    signer,
  }: {
    readonly cvcCertificates: IssueCvcCaCertificate;
    readonly signer: CaSigner;
  }) {
    this.#certificates = cvcCertificates;
    this.#signer = signer;
  }

  async plan(uninitialized: UninitializedCa<CvcCaSettings>): Promise<Initialization> {
    const { administrator, document } = uninitialized;
    const ca = caToCertify(uninitialized);
    const state = { ...uninitialized.state, keySequence: ca.holder.sequence };
    if (document.value.certificate.signedBy === 'External CA') {
      const der = await makeCvRequest(ca, this.#signer);
      const { keyAlias, alternativeKeyAlias, keySequence } = state;
      const request = { keyAlias, alternativeKeyAlias, keySequence, der, chain: [] };
      return { state: { ...state, status: 'WAITING_CERTIFICATE_RESPONSE', request }, writes: [], entries: [] };
    }
    const { chain, notAfter, writes, entries } = await this.#certificates.issue(administrator, ca);
    return { state: { ...state, status: 'ACTIVE', chain: chain.map(({ der }) => der), notAfter }, writes, entries };
  }
}

function caToCertify({ document, state, key }: UninitializedCa<CvcCaSettings>): CvcCaToCertify {
  const { id, name, value: settings } = document;
  const { cryptoTokenId, signatureAlgorithm, firstReference: holder } = settings;
  if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
  const publicKey = parsePublicKey(key.publicKey);
  if (!signsWith(signatureAlgorithm, publicKey.algorithm)) {
    const problem = `its key is of the algorithm ${publicKey.algorithm.name} and does not sign with ${signatureAlgorithm.name}.`;
    throw new CaCertificateRefusedError(name, problem);
  }
  return {
    id,
    name,
    settings: { ...settings, cryptoTokenId, signatureAlgorithm },
    keyAlias: state.keyAlias,
    holder,
    publicKey: CvPublicKey.of(publicKey, signatureAlgorithm, { spellOutCurve: true }),
  };
}
