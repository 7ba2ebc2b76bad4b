/** Revocation by CRLs (RFC 5280 §6.3), and by answers of OCSP (RFC 6960). */
export { CrlRevocation, type RevocationMaterial, type RevocationStatus } from './crl-revocation.ts';
export { type CrlIndex, indexCrl, IndexedCrl } from './indexed-crl.ts';
export { statusByOcsp } from './ocsp-status.ts';
