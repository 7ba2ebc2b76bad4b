/** Lint of what a certificate authority signs. */
export { isALabel } from './certificate/a-label.ts';
export { isReservedAddress } from './certificate/reserved-addresses.ts';
export { LINT_RULES, lintCertificate, lintToBeSignedCertificate } from './lint-certificate.ts';
export type { CertificateLintOptions, Requirements } from './lint-certificate.ts';
export { CRL_LINT_RULES, CrlLint, lintCrl, lintToBeSignedCrl } from './lint-crl.ts';
export type { CrlLintOptions, CrlRequirements } from './lint-crl.ts';
export type { Finding, Level } from './rule.ts';
export type { CertificateUnderLint } from './certificate/certificate-under-lint.ts';
export { basicConstraints } from './certificate/extensions/basic-constraints.ts';
export { crlDistributionPoints } from './certificate/extensions/crl-distribution-points.ts';
export { extendedKeyUsage } from './certificate/extensions/extended-key-usage.ts';
export { authorityInfoAccess } from './certificate/extensions/info-access.ts';
export { authorityKeyIdentifier, subjectKeyIdentifier } from './certificate/extensions/key-identifiers.ts';
export { keyUsage } from './certificate/extensions/key-usage.ts';
export { subjectAltName } from './certificate/extensions/subject-alt-name.ts';
export type { WrittenGeneralName } from './certificate/general-names.ts';
