/** OCSP responders of external CAs: the key is generated here, and the external CA certifies it (RFC 6960 §4.2.2.2). */
import {
  assembleCertificationRequest,
  basicConstraints,
  Certificate,
  compareBytes,
  defaultSignatureAlgorithm,
  type Der,
  encodeCertificationRequestInfo,
  extendedKeyUsage,
  KEY_PURPOSES,
  keyUsage,
  makeExtension,
  ocspNoCheck,
  parsePublicKey,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { planAndCommit, type Plan } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { actorOf, type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { type CryptoTokens, cryptoTokenRule } from '../../crypto-tokens/index.ts';
import {
  CaCertificateError,
  caEvent,
  CaStatusError,
  type ChangingDeps,
  getAccessible,
  readReceived,
  understood,
} from '../authorities/index.ts';
import { type KeyGeneration, keyGenerationsOf, requireX509, type X509Authority } from '../kinds/index.ts';
import type { CaSigner } from '../issuance/index.ts';
import type { CaKeys } from '../keys/index.ts';
import {
  type CaStateStore,
  type CertificateStore,
  isRevoked,
  type OcspResponderRecord,
  type OcspResponderStore,
} from '../records/index.ts';
import { OcspResponderSettingsError } from './errors.ts';
import { type ResponderKey, responderKey, responderName } from './responder-key.ts';
import { responderWrites } from './responder-writes.ts';

export interface ExternalOcspResponderDeps extends Pick<UseCaseDeps, 'clock' | 'ids'>, ChangingDeps {
  readonly certificates: Pick<CertificateStore, 'findStatus'>;
  readonly keys: Pick<CaKeys, 'obtain' | 'requireUnshared'>;
  readonly responders: Pick<OcspResponderStore, 'listOfCa'>;
  readonly signer: CaSigner;
  readonly states: Pick<CaStateStore, 'listFurtherCertificates'>;
  readonly tokens: Pick<CryptoTokens, 'getKeyPair'>;
}

export class ExternalOcspResponder extends WithDeps<ExternalOcspResponderDeps> {
  /**
   * Returns a request for a responder certificate, with the key that the settings of the CA specify. The key is generated if the crypto token has
   * none; after a revocation a new key is used.
   *
   * @throws {@link CaNotFoundError}, {@link CaStatusError}, {@link OcspResponderSettingsError}, {CryptoTokenOfflineError}
   */
  async request(administrator: Administrator, name: string): Promise<Der<'CertificationRequest'>> {
    const { audit, keys, signer, store, tokens } = this.deps;
    const entry = { event: 'GENCSR', actor: actorOf(administrator), details: { name } } as const;
    return audit.recordingRefusal(entry, async () => {
      const { authority, generation, tokenId, key } = await this.#place(administrator, name);
      await keys.obtain(administrator, tokenId, key);
      await keys.requireUnshared(authority.id, tokenId, [key.alias]);
      const publicKey = parsePublicKey((await tokens.getKeyPair(tokenId, key.alias)).publicKey);
      const algorithm = defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
      const info = encodeCertificationRequestInfo({
        subject: responderName(authority, generation).der,
        publicKey: publicKey.der,
        extensions: EXTENSIONS,
      });
      const caKey = { keyAlias: key.alias, settings: { cryptoTokenId: tokenId }, publicKey };
      const request = assembleCertificationRequest(info, algorithm, await signer.sign(caKey, algorithm, info));
      await planAndCommit(async () => {
        const told = caEvent(administrator, 'GENCSR', authority.id, { name, token: tokenId, alias: key.alias });
        return { unit: audit.unit([], [told], undefined), result: undefined };
      }, store);
      return request;
    });
  }

  /**
   * Installs the certificate that the external CA issued for {@link request}.
   *
   * @param certificates - PEM or base64; exactly one
   * @throws {@link CaCertificateError} if it is for another key, is not issued by the CA, or does not allow its key to sign OCSP responses
   */
  async install(administrator: Administrator, name: string, certificates: readonly string[]): Promise<void> {
    const { audit, store } = this.deps;
    const entry = { event: 'CERTINSTALLED', actor: actorOf(administrator), details: { name } } as const;
    await audit.recordingRefusal(entry, async () => {
      const [certificate, ...others] = readReceived(certificates, (der) => Certificate.parse(der));
      if (certificate === undefined || others.length > 0)
        throw new CaCertificateError(
          `There are ${certificates.length} certificates; give that of the responder alone: answers have no other.`,
        );
      await planAndCommit(() => this.#plan(administrator, name, certificate), store);
    });
  }

  async #plan(administrator: Administrator, name: string, certificate: Certificate): Promise<Plan<undefined>> {
    const { audit, clock, keys, tokens } = this.deps;
    const epoch = this.deps.epoch();
    const place = await this.#place(administrator, name);
    const { authority, generation, tokenId, key } = place;
    understood(() => requireResponder(certificate, generation, nowSeconds(clock)));
    if (await isRevoked(this.deps.certificates, authority.id, certificate))
      throw new CaCertificateError(`The certificate is revoked by the CRL of the CA '${name}'.`);
    const { publicKey } = await tokens.getKeyPair(tokenId, key.alias);
    if (compareBytes(publicKey, certificate.publicKey.der) !== 0)
      throw new CaCertificateError(
        `The certificate is for another key than '${key.alias}', which the OCSP responder has. Make another request.`,
      );
    await keys.requireUnshared(authority.id, tokenId, [key.alias]);
    const writes = responderWrites(place, certificate, this.deps);
    const { serialNumber, notAfter } = certificate;
    const details = { name, token: tokenId, alias: key.alias, notAfter };
    const told = caEvent(administrator, 'CERTINSTALLED', authority.id, details, String(serialNumber));
    return { unit: audit.unit([...writes, { op: 'epoch.move' }], [told], epoch), result: undefined };
  }

  async #place(administrator: Administrator, name: string): Promise<Place> {
    const { access, certificates, responders, states } = this.deps;
    const { renewCa } = Resource.caFunctionality;
    const authority = requireX509(await getAccessible(administrator, renewCa, { name }, this.deps));
    if (authority.status !== 'EXTERNAL') throw new CaStatusError(name, authority.status, ['EXTERNAL']);
    const { signer, cryptoTokenId: tokenId, neverIssued } = authority.settings.ocsp;
    if (signer !== 'DELEGATED')
      throw new OcspResponderSettingsError(name, 'ocspResponder', `is '${signer}' and has to be 'DELEGATED'`);
    if (tokenId === undefined)
      throw new OcspResponderSettingsError(name, 'ocspCryptoToken', `is 'Same' and has to name a crypto token`);
    if (neverIssued === 'revoked')
      throw new OcspResponderSettingsError(name, 'ocspNeverIssued', `is 'REVOKED' and has to be 'UNKNOWN'`);
    await access.authorize(administrator, cryptoTokenRule('use', tokenId));
    const [generation] = await keyGenerationsOf(authority, states);
    if (generation === undefined) throw new CaStatusError(name, authority.status, ['EXTERNAL']);
    const records = await responders.listOfCa(authority.id, MAX_RESPONDERS);
    const record = records.find(({ issuerKeySha256 }) => issuerKeySha256.toHex() === generation.fingerprint);
    const mustGo =
      record !== undefined && (await isRevoked(certificates, authority.id, Certificate.parse(record.certificate)));
    return { authority, generation, record, tokenId, key: responderKey(authority, generation, record, { mustGo }) };
  }
}

/** The present key of a CA with its responder. */
interface Place {
  readonly authority: X509Authority;
  readonly generation: KeyGeneration;
  /** The existing responder. */
  readonly record: OcspResponderRecord | undefined;
  readonly tokenId: number;
  readonly key: ResponderKey;
}

/** Requires a certificate that relying parties accept for a delegated responder of the CA. @throws {@link CaCertificateError} */
function requireResponder(certificate: Certificate, { issuer, publicKey }: KeyGeneration, now: number): void {
  const { subject } = issuer.certificate;
  if (!certificate.issuer.equals(subject) || !certificate.verify(publicKey))
    throw new CaCertificateError(`The certificate is not by the present key of '${subject.toString()}'.`);
  if (certificate.extension(extendedKeyUsage)?.includes(KEY_PURPOSES.OCSPSigning) !== true)
    throw new CaCertificateError('The certificate lacks the purpose OCSPSigning (RFC 6960 §4.2.2.2).');
  if (certificate.extension(basicConstraints)?.ca === true)
    throw new CaCertificateError('The certificate is one of a CA, and a responder is not a CA.');
  const usages = certificate.extension(keyUsage);
  if (usages !== undefined && !usages.has('digitalSignature'))
    throw new CaCertificateError('The key usage of the certificate lacks digitalSignature.');
  if (certificate.notAfter < now) throw new CaCertificateError('The certificate has ended.');
}

/** Extensions that a responder certificate needs; the external CA decides. */
const EXTENSIONS = [
  makeExtension(keyUsage, new Set(['digitalSignature'] as const), true),
  makeExtension(extendedKeyUsage, [KEY_PURPOSES.OCSPSigning], false),
  makeExtension(ocspNoCheck, true, false),
];
const MAX_RESPONDERS = 1000;
