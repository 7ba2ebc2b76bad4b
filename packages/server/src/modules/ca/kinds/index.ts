/** CAs of each kind with their settings and keys, and the document type of them all. */
export { caType } from './ca-type.ts';
export type { CaSettings, CertificateAuthority } from './certificate-authority.ts';
export { type CommonCaSettings, presentStatus, requireKeys, type WithKeys } from './common-authority.ts';
export {
  type CvIssuer,
  type CvcAuthority,
  type CvcCaSettings,
  type CvcSigningAuthority,
  cvcAuthorityOf,
  requireActiveCvc,
  requireActiveOrOfflineCvc,
  requireCvc,
} from './cvc-authority.ts';
export { cvSerialNumber, cvValidity, referenceOf, referencesOfHolder, subjectOfHolder } from './cvc-subject.ts';
export { CaNotActiveError, CaWithoutKeysError, WrongCaKindError } from './errors.ts';
export { issuerOfRoot } from './issuer-of-root.ts';
export { type KeyGeneration, keyGenerationsOf } from './key-generations.ts';
export {
  type SshAuthority,
  type SshCaSettings,
  type SshSigningAuthority,
  sshAuthorityOf,
  requireActiveSsh,
  requireSsh,
  sshAlgorithmFor,
  sshNotAfter,
} from './ssh-authority.ts';
export {
  type Issuer,
  type SigningAuthority,
  type X509Authority,
  type X509CaSettings,
  issuerOf,
  requireActive,
  requireActiveOrOffline,
  requireCrlSigner,
  requireX509,
  signsCrls,
  x509AuthorityOf,
} from './x509-authority.ts';
