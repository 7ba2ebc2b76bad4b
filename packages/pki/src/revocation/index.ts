/** Revocation by CRLs (RFC 5280 §6.3). */
export { CrlRevocation, type RevocationMaterial, type RevocationStatus } from './crl-revocation.ts';
