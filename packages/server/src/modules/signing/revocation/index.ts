/** Evidence of revocation: CRLs and OCSP responses, of the CAs here and of those elsewhere. */
export { CrlIndexes } from './crl-indexes.ts';
export { NoRevocationEvidenceError } from './errors.ts';
export { crlUrlsOf, type ForeignCrls } from './foreign-crls.ts';
export { type OcspAnswer, type OcspResponders, ocspUrlsOf } from './ocsp-responders.ts';
export type { OwnCertificates } from './own-certificates.ts';
export { PathRevocation, type RevocationMethod } from './path-revocation.ts';
export { MAX_EMBEDDED_CRL_OCTETS, type RevocationEvidence } from './revocation-evidence.ts';
