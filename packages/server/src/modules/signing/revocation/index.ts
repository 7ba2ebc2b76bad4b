/** Evidence of revocation: CRLs and OCSP responses, of the CAs here and of those elsewhere. */
export { CrlIndexes } from './crl-indexes.ts';
export { NoRevocationEvidenceError } from './errors.ts';
export { crlUrlsOf, type ForeignCrls } from './foreign-crls.ts';
export { type OcspAnswer, type OcspResponders, ocspUrlsOf } from './ocsp-responders.ts';
export { OwnCertificates } from './own-certificates.ts';
export { MAX_EMBEDDED_CRL_OCTETS, OwnCrls } from './own-crls.ts';
export { PathRevocation, type RevocationMethod } from './path-revocation.ts';
