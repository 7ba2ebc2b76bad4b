/** The extensions of certificates, CRLs and CRL entries (RFC 5280 §4.2, §5.2, §5.3): one constant for each type. */
export { basicConstraints, type BasicConstraints } from './basic-constraints.ts';
export { crlNumber } from './crl-number.ts';
export { deltaCrlIndicator } from './delta-crl-indicator.ts';
export { extendedKeyUsage, KEY_PURPOSES, keyPurposeName, type KeyPurposeName } from './extended-key-usage.ts';
export { findExtension, makeExtension, type Extension, type ExtensionType } from './extension.ts';
export { invalidityDate } from './invalidity-date.ts';
export { KEY_USAGES, keyUsage, type KeyUsage } from './key-usage.ts';
export { ocspNoCheck } from './ocsp-no-check.ts';
export { reasonCode, REVOCATION_REASONS, revocationReason, type RevocationReason } from './reason-code.ts';
export { subjectKeyIdentifier } from './subject-key-identifier.ts';
