/** Lint of what a certificate authority signs. */
export { isALabel } from './certificate/a-label.ts';
export { isReservedAddress } from './certificate/reserved-addresses.ts';
export { LINT_RULES, lintCertificate, lintToBeSignedCertificate } from './lint-certificate.ts';
export type { CertificateLintOptions, Requirements } from './lint-certificate.ts';
export type { Finding, Level } from './rule.ts';
