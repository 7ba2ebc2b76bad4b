/** The first certificate of an X.509 CA: its own signature, another CA's of this installation, or a request for one elsewhere. */
import { parsePublicKey } from '@sealwright/pki';
import { type IssueCaCertificate, type CertifiedCa, makeCaRequest } from '../x509/index.ts';
import type { CaSigner } from '../issuance/index.ts';
import { CaWithoutKeysError, type X509CaSettings } from '../authorities/index.ts';
import type { CaInitializer, Initialization, UninitializedCa } from './initialize-ca.ts';

export class InitializeX509Ca implements CaInitializer<X509CaSettings> {
  readonly #certificates: IssueCaCertificate;
  readonly #signer: CaSigner;

  constructor({ certificates, signer }: { readonly certificates: IssueCaCertificate; readonly signer: CaSigner }) {
    this.#certificates = certificates;
    this.#signer = signer;
  }

  async plan({
    administrator,
    document,
    state,
    key,
    alternativeKey,
  }: UninitializedCa<X509CaSettings>): Promise<Initialization> {
    const { id, name, value: settings } = document;
    const { cryptoTokenId, signatureAlgorithm } = settings;
    if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
    const { keyAlias, alternativeKeyAlias, keySequence } = state;
    const ca: CertifiedCa = {
      id,
      name,
      settings: { ...settings, cryptoTokenId, signatureAlgorithm },
      keyAlias,
      alternativeKeyAlias,
      publicKey: parsePublicKey(key.publicKey),
      alternativePublicKey: alternativeKey && parsePublicKey(alternativeKey.publicKey),
    };
    if (settings.certificate.signedBy === 'External CA') {
      const der = await makeCaRequest(ca, this.#signer);
      const request = { keyAlias, alternativeKeyAlias, keySequence, der, chain: [] };
      return { state: { ...state, status: 'WAITING_CERTIFICATE_RESPONSE', request }, writes: [], entries: [] };
    }
    const { chain, notAfter, writes, entries } = await this.#certificates.issue(administrator, ca);
    return { state: { ...state, status: 'ACTIVE', chain, notAfter }, writes, entries };
  }
}
