/** Certificates of X.509 CAs themselves: signed by their own key, or by another CA of this installation. */
import {
  basicConstraints,
  Certificate,
  type Extension,
  type KeyAlgorithm,
  makeExtension,
  type PublicKey,
  type SignatureAlgorithm,
  signsWith,
  subjectAltPublicKeyInfo,
} from '@sealwright/pki';
import { type Authorities, requireUnreserved, caEvent } from '../authorities/index.ts';
import { type SigningAuthority, type WithKeys, type X509CaSettings, requireActive } from '../kinds/index.ts';
import { nowSeconds } from '../../../kernel/clock.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';
import {
  type CertificateProfile,
  certificateProfileType,
  validatePublicKeyAgainstProfile,
} from '../../profiles/index.ts';
import {
  CaCertificateRefusedError,
  type LintWarnings,
  type OwnCertificate,
  withLintWarnings,
} from '../issuance/index.ts';
import type { IssuedCertificate, X509Issuance } from './x509-issuance.ts';
import { ownExtensions } from './ca-certificate-extensions.ts';
import { NO_END_ENTITY } from './no-end-entity.ts';

/** The CA to be certified, with the key to be certified. */
export interface CertifiedCa {
  readonly id: number;
  readonly name: string;
  readonly settings: X509CaSettings & WithKeys;
  readonly keyAlias: string;
  readonly alternativeKeyAlias: string;
  readonly publicKey: PublicKey;
  /** Key for alternative signatures. */
  readonly alternativePublicKey: PublicKey | undefined;
}

export interface IssueCaCertificateDeps extends Pick<UseCaseDeps, 'access' | 'clock' | 'configuration'> {
  readonly authorities: Authorities;
  readonly issuance: X509Issuance;
}

export class IssueCaCertificate extends WithDeps<IssueCaCertificateDeps> {
  /**
   * Issues the certificate that the settings of `ca` describe. If another CA signs it, the administrator needs the right to that CA and to create its
   * certificates.
   *
   * @throws {@link CaCertificateRefusedError}, {KeyNotAllowedError}, {@link CaNotActiveError}, {CryptoTokenOfflineError}
   */
  async issue(administrator: Administrator, ca: CertifiedCa): Promise<OwnCertificate> {
    requireFitting(ca);
    const { signedBy, certificateProfileId } = ca.settings.certificate;
    const { value: profile } = (await this.deps.configuration.findById(certificateProfileType, certificateProfileId))!;
    validatePublicKeyAgainstProfile(profile, ca.publicKey);
    const order = {
      profile: { ...profile, lifetime: ca.settings.certificate.lifetime },
      certificateProfileId,
      subject: ca.settings.subject,
      publicKey: ca.publicKey,
      ownExtensions: ownExtensionsOf(ca),
    };
    if (typeof signedBy === 'number') return this.#issueUnder(administrator, ca, signedBy, order);
    return this.#issueSelfSigned(administrator, ca, order);
  }

  async #issueSelfSigned(administrator: Administrator, ca: CertifiedCa, order: Order): Promise<OwnCertificate> {
    requireProfileFor(ca, order.profile, 'ROOT_CA');
    const issued = await this.deps.issuance.issueSelfSigned({ ...order, authority: ca });
    return own(administrator, ca.id, issued);
  }

  async #issueUnder(
    administrator: Administrator,
    ca: CertifiedCa,
    issuerId: number,
    order: Order,
  ): Promise<OwnCertificate> {
    const { access, authorities, issuance, clock } = this.deps;
    await access.authorize(administrator, Resource.caFunctionality.createCertificate, Resource.ca(issuerId));
    const authority = requireActive((await authorities.findById(issuerId))!, nowSeconds(clock));
    const { alternativeNames } = ca.settings.certificate;
    await requireUnreserved(access, administrator, authority, { subject: order.subject, alternativeNames });
    requireProfileFor(ca, order.profile, 'SUB_CA');
    requireAvailable(ca, order.profile, authority);
    const profile = { ...order.profile, basicConstraints: constraintsUnder(ca, order.profile, authority) };
    const issued = await issuance.issue({ ...order, ...NO_END_ENTITY, profile, authority });
    return own(administrator, issuerId, issued, authority.chain);
  }
}

type Order = Pick<
  Parameters<X509Issuance['issue']>[0],
  'profile' | 'certificateProfileId' | 'subject' | 'publicKey' | 'ownExtensions'
>;

function own(
  administrator: Administrator,
  issuerId: number,
  { der, lintWarnings, write }: IssuedCertificate,
  above: readonly Certificate[] = [],
): OwnCertificate {
  const certificate = Certificate.parse(der);
  return {
    chain: [der, ...above.map((issuer) => issuer.der)],
    notAfter: certificate.notAfter,
    writes: [write],
    entries: [certificateCreation(administrator, issuerId, certificate, lintWarnings)],
  };
}

/** Returns the audit record of a CA certificate issued by the CA with `issuerId`. */
export function certificateCreation(
  administrator: Administrator,
  issuerId: number,
  { serialNumber, subject }: Certificate,
  lintWarnings: LintWarnings,
): AuditEntry {
  const details = withLintWarnings({ subject: subject.toString() }, lintWarnings);
  return caEvent(administrator, 'CERT_CREATION', issuerId, details, serialNumber);
}

/** Returns the extensions common to all certificates of a CA: those of its settings, and its second key for verifiers that support one (X.509 §9.8.2). */
export function ownExtensionsOf({
  settings,
  alternativePublicKey: key,
}: Pick<CertifiedCa, 'settings' | 'alternativePublicKey'>): readonly Extension[] {
  const own = ownExtensions(settings.certificate);
  return key === undefined ? own : [...own, makeExtension(subjectAltPublicKeyInfo, key.der, false)];
}

/** Requires keys that support the signature algorithms of the settings; otherwise the CA could do nothing with its certificate. */
function requireFitting({ name, settings, publicKey, alternativePublicKey }: CertifiedCa): void {
  requireSigns(name, settings.signatureAlgorithm, publicKey.algorithm);
  if (settings.alternative === undefined || alternativePublicKey === undefined) return;
  requireSigns(name, settings.alternative.signatureAlgorithm, alternativePublicKey.algorithm);
}

function requireSigns(name: string, algorithm: SignatureAlgorithm, key: KeyAlgorithm): void {
  if (signsWith(algorithm, key)) return;
  throw new CaCertificateRefusedError(
    name,
    `its key is of the algorithm ${key.name} and does not sign with ${algorithm.name}.`,
  );
}

function requireProfileFor({ name }: CertifiedCa, profile: CertificateProfile, type: 'ROOT_CA' | 'SUB_CA'): void {
  if (profile.type === type && profile.format === 'X.509') return;
  const right = type === 'ROOT_CA' ? 'root CAs, such as ROOTCA' : 'sub CAs, such as SUBCA';
  throw new CaCertificateRefusedError(name, `its certificate profile is not for X.509 ${right}.`);
}

function requireAvailable({ name }: CertifiedCa, { availableCas }: CertificateProfile, issuer: SigningAuthority): void {
  if (availableCas === 'any' || availableCas.has(issuer.id)) return;
  throw new CaCertificateRefusedError(name, `its certificate profile is not available to the CA '${issuer.name}'.`);
}

/** Returns the basic constraints under the issuer. The path length is at least one less than that of the issuer (RFC 5280 §4.2.1.9). */
function constraintsUnder(
  { name }: CertifiedCa,
  { basicConstraints: constraints }: CertificateProfile,
  { issuer, name: issuerName }: SigningAuthority,
): CertificateProfile['basicConstraints'] {
  const above = issuer.certificate.extension(basicConstraints)?.pathLength;
  if (above === undefined || constraints === undefined) return constraints;
  if (above === 0) {
    throw new CaCertificateRefusedError(
      name,
      `the certificate of '${issuerName}' allows no CA below it (path length 0).`,
    );
  }
  return { ...constraints, pathLength: Math.min(constraints.pathLength ?? above - 1, above - 1) };
}
