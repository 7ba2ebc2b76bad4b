/** The first certificate of a CVC CA: a country verifying CA's own, a local one's for a document verifier, or a request for one elsewhere. */
import { CvPublicKey, type CvRole, parsePublicKey, signsWith } from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../access/index.ts';
import type { AuditEntry } from '../audit/index.ts';
import type { Configuration } from '../configuration/index.ts';
import { type CertificateProfile, certificateProfileType, validatePublicKeyAgainstProfile } from '../profiles/index.ts';
import type { Authorities } from './authorities.ts';
import type { CaSigner } from './ca-signer.ts';
import type { WithKeys } from './certificate-authority.ts';
import { requireActiveCvc, type CvcCaSettings, type CvcSigningAuthority } from './cvc-authority.ts';
import type { CvcIssuance } from './cvc-issuance.ts';
import { makeCvRequest } from './cvc-request.ts';
import { cvValidity } from './cvc-subject.ts';
import { CaCertificateRefusedError, CaWithoutKeysError } from './errors.ts';
import type { CaInitializer, Initialization, UninitializedCa } from './initialize-ca.ts';

export interface InitializeCvcCaDeps {
  readonly access: AccessControl;
  readonly authorities: Authorities;
  readonly configuration: Configuration;
  readonly issuance: CvcIssuance;
  readonly signer: CaSigner;
  readonly clock: Clock;
}

export class InitializeCvcCa implements CaInitializer<CvcCaSettings> {
  readonly #deps: InitializeCvcCaDeps;

  constructor(deps: InitializeCvcCaDeps) {
    this.#deps = deps;
  }

  async plan({ administrator, document, state, key }: UninitializedCa<CvcCaSettings>): Promise<Initialization> {
    const { id, name, value: settings } = document;
    const { cryptoTokenId, signatureAlgorithm, firstReference: holder } = settings;
    if (cryptoTokenId === undefined || signatureAlgorithm === undefined) throw new CaWithoutKeysError(name);
    const publicKey = parsePublicKey(key.publicKey);
    if (!signsWith(signatureAlgorithm, publicKey.algorithm)) {
      const problem = `its key is of the algorithm ${publicKey.algorithm.name} and does not sign with ${signatureAlgorithm.name}.`;
      throw new CaCertificateRefusedError(name, problem);
    }
    const ca: CvcCaToCertify = {
      id,
      name,
      settings: { ...settings, cryptoTokenId, signatureAlgorithm },
      keyAlias: state.keyAlias,
      holder,
      publicKey: CvPublicKey.of(publicKey, signatureAlgorithm, { spellOutCurve: true }),
    };
    const begun = { ...state, keySequence: holder.sequence };
    if (settings.certificate.signedBy === 'External CA') {
      const der = await makeCvRequest(ca, this.#deps.signer);
      const { keyAlias, alternativeKeyAlias, keySequence } = begun;
      const request = { keyAlias, alternativeKeyAlias, keySequence, der, chain: [] };
      return { state: { ...begun, status: 'WAITING_CERTIFICATE_RESPONSE', request }, writes: [], entries: [] };
    }
    const { signedBy, certificateProfileId } = settings.certificate;
    const { value } = (await this.#deps.configuration.findById(certificateProfileType, certificateProfileId))!;
    const profile = { ...value, lifetime: settings.certificate.lifetime };
    validatePublicKeyAgainstProfile(profile, publicKey);
    const issued =
      typeof signedBy === 'number'
        ? await this.#issueUnder(administrator, ca, signedBy, profile)
        : await this.#issueSelfSigned(ca, profile);
    const { chain, write, entries } = issued;
    const { notAfter } = cvValidity(chain[0]);
    return {
      state: { ...begun, status: 'ACTIVE', chain: chain.map(({ der }) => der), notAfter },
      writes: [write],
      entries,
    };
  }

  async #issueSelfSigned(ca: CvcCaToCertify, profile: CertificateProfile) {
    requireProfileFor(ca.name, profile, 'ROOT_CA');
    const { certificate, write } = await this.#deps.issuance.issueCvca({
      caId: ca.id,
      key: ca,
      signer: { reference: ca.holder, publicKey: ca.publicKey },
      profile,
      certificateProfileId: ca.settings.certificate.certificateProfileId,
      holder: ca.holder,
      publicKey: ca.publicKey,
    });
    return { chain: [certificate] as const, write, entries: [] };
  }

  async #issueUnder(administrator: Administrator, ca: CvcCaToCertify, issuerId: number, profile: CertificateProfile) {
    const { access, authorities, issuance, clock } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate, Resource.ca(issuerId));
    const authority = requireActiveCvc((await authorities.findById(issuerId))!, nowSeconds(clock));
    requireCountryVerifier(ca.name, authority);
    requireProfileFor(ca.name, profile, 'SUB_CA');
    const { certificate, serialNumber, write } = await issuance.issue({
      authority,
      profile,
      certificateProfileId: ca.settings.certificate.certificateProfileId,
      holder: ca.holder,
      publicKey: ca.publicKey,
      role: verifierRole(profile, ca.holder.country, authority),
    });
    const entry: AuditEntry = {
      event: 'CERT_CREATION',
      outcome: 'SUCCESS',
      actor: actorOf(administrator),
      caId: issuerId,
      serial: serialNumber,
      details: { holder: certificate.holder.text },
    };
    return { chain: [certificate, ...authority.chain] as const, write, entries: [entry] };
  }
}

/** A CVC CA, and the key that is to be certified. */
export interface CvcCaToCertify {
  readonly id: number;
  readonly name: string;
  readonly settings: CvcCaSettings & WithKeys;
  readonly keyAlias: string;
  readonly holder: CvcCaSettings['firstReference'];
  readonly publicKey: CvPublicKey;
}

/**
 * What a document verifier is to the country verifying CA above it: domestic in the same country, else foreign; of signature terminals what the
 * profile says.
 */
export function verifierRole(
  { cvc }: CertificateProfile,
  country: string,
  { issuer }: CvcSigningAuthority,
): Extract<CvRole, 'DV_D' | 'DV_F'> {
  if (cvc.terminalType === 'ST') return cvc.signatureTerminalVerifier;
  return country === issuer.reference.country ? 'DV_D' : 'DV_F';
}

function requireCountryVerifier(name: string, { issuer, name: issuerName }: CvcSigningAuthority): void {
  if (issuer.certificate.authorization.role === 'CVCA') return;
  throw new CaCertificateRefusedError(name, `'${issuerName}' is a document verifier, which certifies terminals only.`);
}

function requireProfileFor(name: string, profile: CertificateProfile, type: 'ROOT_CA' | 'SUB_CA'): void {
  if (profile.type === type && profile.format === 'X.509') return;
  const right = type === 'ROOT_CA' ? 'country verifying CAs, as ROOTCA is' : 'document verifiers, as SUBCA is';
  throw new CaCertificateRefusedError(name, `its certificate profile is not for ${right}.`);
}
