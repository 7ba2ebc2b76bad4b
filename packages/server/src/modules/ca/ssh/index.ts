/** Issuance of SSH certificates, and KRLs. */
export type { EncodedKrl, KrlOutline, Krls } from './krl.ts';
export { KRL_MAX_AGE_SECONDS, PublishedKrls } from './published-krls.ts';
export { ReadSshAuthorities } from './read-ssh-authorities.ts';
export { type IssuedSshCertificate, type SshCertificateOrder, SshIssuance } from './ssh-issuance.ts';
