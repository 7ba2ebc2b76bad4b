/** The extensions of certificates, CRLs and CRL entries (RFC 5280 §4.2, §5.2, §5.3): one constant for each type. */
export { authorityInfoAccess } from './authority-info-access.ts';
export { authorityKeyIdentifier, type AuthorityKeyIdentifier } from './authority-key-identifier.ts';
export { basicConstraints, type BasicConstraints } from './basic-constraints.ts';
export { certificateIssuer } from './certificate-issuer.ts';
export { ANY_POLICY, certificatePolicies, type CertificatePolicy } from './certificate-policies.ts';
export { crlDistributionPoints } from './crl-distribution-points.ts';
export { crlNumber } from './crl-number.ts';
export { deltaCrlIndicator } from './delta-crl-indicator.ts';
export {
  CRL_REASONS,
  type CrlReason,
  type DistributionPoint,
  type DistributionPointName,
} from './distribution-point.ts';
export { extendedKeyUsage, KEY_PURPOSES, keyPurposeName, type KeyPurposeName } from './extended-key-usage.ts';
export { findExtension, makeExtension, type Extension, type ExtensionType } from './extension.ts';
export { freshestCrl } from './freshest-crl.ts';
export { ACCESS_METHODS, type AccessDescription } from './info-access.ts';
export { inhibitAnyPolicy } from './inhibit-any-policy.ts';
export { invalidityDate } from './invalidity-date.ts';
export { altSignatureAlgorithm, altSignatureValue, subjectAltPublicKeyInfo } from './alternative-signature.ts';
export { issuerAltName } from './issuer-alt-name.ts';
export { issuingDistributionPoint, type IssuingDistributionPoint } from './issuing-distribution-point.ts';
export { KEY_USAGES, keyUsage, type KeyUsage } from './key-usage.ts';
export { KNOWN_EXTENSIONS, knownExtension, type ExtensionPlace } from './known-extensions.ts';
export { microsoftTemplateName } from './microsoft-template-name.ts';
export { microsoftTemplate, type MicrosoftTemplate } from './microsoft-template.ts';
export { nameConstraints, type GeneralSubtree, type NameConstraints } from './name-constraints.ts';
export { objectSid } from './object-sid.ts';
export { ocspNoCheck } from './ocsp-no-check.ts';
export { organizationIdentifier, type OrganizationIdentifier } from './organization-identifier.ts';
export { personalDataAttributes, readPersonalData, type PersonalData } from './personal-data.ts';
export { policyConstraints, type PolicyConstraints } from './policy-constraints.ts';
export { policyMappings, type PolicyMapping } from './policy-mappings.ts';
export type { DisplayText, DisplayTextType, NoticeReference, PolicyQualifier, UserNotice } from './policy-qualifier.ts';
export { precertificatePoison } from './precertificate-poison.ts';
export { privateKeyUsagePeriod, type PrivateKeyUsagePeriod } from './private-key-usage-period.ts';
export {
  PSD2_ROLES,
  QC_SEMANTICS,
  QC_TYPES,
  type KnownQcStatement,
  type OtherQcStatement,
  type PdsLocation,
  type Psd2,
  type Psd2Role,
  type QcLimitValue,
  type QcStatement,
  type QcSemantics,
} from './qc-statement.ts';
export { qcStatements } from './qc-statements.ts';
export { reasonCode, REVOCATION_REASONS, revocationReason, type RevocationReason } from './reason-code.ts';
export { sctList } from './sct-list.ts';
export { subjectAltName } from './subject-alt-name.ts';
export { subjectDirectoryAttributes, type DirectoryAttribute } from './subject-directory-attributes.ts';
export { subjectInfoAccess } from './subject-info-access.ts';
export { subjectKeyIdentifier } from './subject-key-identifier.ts';
export { TLS_FEATURES, tlsFeature } from './tls-feature.ts';
