/** Lint of what a certificate authority signs. */
export { LINT_RULES, lintCertificate, lintToBeSignedCertificate } from './lint-certificate.ts';
export type { CertificateLintOptions, Requirements } from './lint-certificate.ts';
export type { Finding, Level } from './rule.ts';
