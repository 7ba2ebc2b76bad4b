/** Cryptographic Message Syntax (RFC 5652). */
export { encodeCertsOnly, readCertsOnly, type CertsOnlyLimits } from './certs-only.ts';
export { CmsError, type CmsErrorCode } from './errors.ts';
