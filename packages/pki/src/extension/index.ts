/** The extensions of certificates, CRLs and CRL entries (RFC 5280 §4.2, §5.2, §5.3): one constant for each type. */
export { authorityInfoAccess } from './authority-info-access.ts';
export { authorityKeyIdentifier, type AuthorityKeyIdentifier } from './authority-key-identifier.ts';
export { basicConstraints, type BasicConstraints } from './basic-constraints.ts';
export { certificateIssuer } from './certificate-issuer.ts';
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
export { invalidityDate } from './invalidity-date.ts';
export { issuerAltName } from './issuer-alt-name.ts';
export { issuingDistributionPoint, type IssuingDistributionPoint } from './issuing-distribution-point.ts';
export { KEY_USAGES, keyUsage, type KeyUsage } from './key-usage.ts';
export { nameConstraints, type GeneralSubtree, type NameConstraints } from './name-constraints.ts';
export { ocspNoCheck } from './ocsp-no-check.ts';
export { reasonCode, REVOCATION_REASONS, revocationReason, type RevocationReason } from './reason-code.ts';
export { subjectAltName } from './subject-alt-name.ts';
export { subjectInfoAccess } from './subject-info-access.ts';
export { subjectKeyIdentifier } from './subject-key-identifier.ts';
