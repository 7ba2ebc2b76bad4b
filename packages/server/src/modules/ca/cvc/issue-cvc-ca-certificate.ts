/** Certificates of CVC CAs themselves: signed by their own key, by their previous key, or by a country verifying CA of this installation. */
import type { CvCertificate, CvRole } from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  type CertificateProfile,
  certificateProfileType,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import { type Authorities, caEvent } from '../authorities/index.ts';
import {
  type CvIssuer,
  type CvcAuthority,
  type CvcSigningAuthority,
  cvSerialNumber,
  cvValidity,
  requireActiveCvc,
} from '../kinds/index.ts';
import type { CvcIssuance, IssuedCvCertificate, SignedCvCertificate } from './cvc-issuance.ts';
import type { CvcKey, ManagedCa } from '../keys/index.ts';
import { HolderReferenceTakenError } from './errors.ts';
import { CaCertificateRefusedError, type OwnCertificate, withLintWarnings } from '../issuance/index.ts';
import type { CertificateStore } from '../records/index.ts';

/** A CVC CA with the key to be certified. */
export interface CvcCaToCertify extends CvcKey {
  readonly id: number;
  readonly name: string;
}

/** A signed certificate of a CVC CA that is not stored yet. */
export interface OwnCvCertificate extends Omit<OwnCertificate, 'chain'> {
  /** The certificate, followed by that of its country verifying CA. */
  readonly chain: readonly [CvCertificate, ...CvCertificate[]];
}

export interface IssueCvcCaCertificateDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authorities: Authorities;
  readonly certificates: CertificateStore;
  readonly issuance: CvcIssuance;
}

export class IssueCvcCaCertificate extends WithDeps<IssueCvcCaCertificateDeps> {
  /**
   * Issues the certificate that the settings of `ca` describe. If another CA signs it, the administrator needs the right to that CA and to create its
   * certificates.
   *
   * @throws {@link CaCertificateRefusedError}, {@link HolderReferenceTakenError}, {KeyNotAllowedError}, {CaNotActiveError}
   */
  async issue(administrator: Administrator, ca: CvcCaToCertify): Promise<OwnCvCertificate> {
    const { signedBy } = ca.settings.certificate;
    const profile = await this.#profileFor(ca);
    validatePublicKeyAgainstProfile(profile, ca.publicKey.key);
    if (typeof signedBy === 'number') return this.#issueUnder(administrator, ca, signedBy, profile);
    requireProfileFor(ca.name, profile, 'ROOT_CA');
    await this.#requireFree(ca.id, ca);
    const signer = { reference: ca.holder, publicKey: ca.publicKey };
    const issued = await this.deps.issuance.issueCvca({ ...orderOf(ca, profile), key: ca, signer });
    return own(administrator, ca.id, issued);
  }

  /**
   * Issues a link certificate: certifies the next key of a country verifying CA with the previous one. It has the same contents as `own`, the
   * certificate that the new key signed itself.
   */
  async link(
    { authority, settings, state }: ManagedCa<CvcAuthority>,
    issuer: CvIssuer,
    key: CvcKey,
    { chain: [certificate] }: OwnCvCertificate,
  ): Promise<SignedCvCertificate> {
    const profile = await this.#profileFor({ settings });
    const { notAfter } = cvValidity(certificate);
    return this.deps.issuance.issueCvca({
      ...orderOf(
        { id: state.caId, name: authority.name, ...key },
        { ...profile, lifetime: { kind: 'until', notAfter } },
      ),
      key: { keyAlias: authority.keyAlias, settings },
      signer: issuer,
    });
  }

  async #issueUnder(
    administrator: Administrator,
    ca: CvcCaToCertify,
    issuerId: number,
    profile: CertificateProfile,
  ): Promise<OwnCvCertificate> {
    const { access, authorities, issuance, clock } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate, Resource.ca(issuerId));
    const authority = requireActiveCvc((await authorities.findById(issuerId))!, nowSeconds(clock));
    requireCountryVerifier(ca.name, authority);
    requireProfileFor(ca.name, profile, 'SUB_CA');
    await this.#requireFree(issuerId, ca);
    const issued = await issuance.issue({
      ...orderOf(ca, profile),
      authority,
      role: verifierRole(profile, ca.holder.country, authority),
    });
    return own(administrator, issuerId, issued, authority.chain);
  }

  async #requireFree(issuerId: number, { name, holder }: CvcCaToCertify): Promise<void> {
    const taken = await this.deps.certificates.findCertificate(issuerId, cvSerialNumber(holder));
    if (taken !== undefined) throw new HolderReferenceTakenError(name, holder.text);
  }

  async #profileFor({ settings: { certificate } }: Pick<CvcCaToCertify, 'settings'>): Promise<CertificateProfile> {
    const { certificateProfileId, lifetime } = certificate;
    const found = await this.deps.configuration.findById(certificateProfileType, certificateProfileId);
    return { ...found!.value, lifetime };
  }
}

/**
 * Returns the role of a document verifier under a country verifying CA: domestic if both have the same country, else foreign. For signature terminals
 * the profile decides.
 */
export function verifierRole(
  { cvc }: CertificateProfile,
  country: string,
  { issuer }: CvcSigningAuthority,
): Extract<CvRole, 'DV_D' | 'DV_F'> {
  if (cvc.terminalType === 'ST') return cvc.signatureTerminalVerifier;
  return country === issuer.reference.country ? 'DV_D' : 'DV_F';
}

/** Returns the audit record of a certificate that a CA has signed. */
export function creationOf(
  administrator: Administrator,
  caId: number,
  { certificate: { holder, authority }, lintWarnings }: SignedCvCertificate,
): AuditEntry {
  const details = withLintWarnings({ holder: holder.text, authority: authority.text }, lintWarnings);
  return caEvent(administrator, 'CERT_CREATION', caId, details, cvSerialNumber(holder));
}

function orderOf({ id: caId, settings, holder, publicKey }: CvcCaToCertify, profile: CertificateProfile) {
  const { certificateProfileId } = settings.certificate;
  return { caId, profile, certificateProfileId, holder, publicKey };
}

function own(
  administrator: Administrator,
  issuerId: number,
  issued: IssuedCvCertificate,
  above: readonly CvCertificate[] = [],
): OwnCvCertificate {
  const { certificate, write } = issued;
  return {
    chain: [certificate, ...above],
    notAfter: cvValidity(certificate).notAfter,
    writes: [write],
    entries: [creationOf(administrator, issuerId, issued)],
  };
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
