/** CAs of all kinds with their settings and present state: lookup, reading, access. */
export {
  type AccessibleCaDeps,
  type CaReference,
  type ChangingDeps,
  getAccessible,
  getNamed,
} from './accessible-ca.ts';
export { neededApproval } from './needed-approval.ts';
export { type Authorities, getById, getByName } from './authorities.ts';
export { CrlEnds, type CrlEnd, type NeededCrls } from './crl-ends.ts';
export { EndsOfCas, type NotedEnd } from './ends-of-cas.ts';
export { caType } from './ca-type.ts';
export type { CaSettings, CertificateAuthority } from './certificate-authority.ts';
export { type CommonCaSettings, presentStatus, requireKeys, type WithKeys } from './common-authority.ts';
export { ConfiguredAuthorities } from './configured-authorities.ts';
export {
  type CvIssuer,
  type CvcAuthority,
  type CvcCaSettings,
  type CvcSigningAuthority,
  requireActiveCvc,
  requireCvc,
} from './cvc-authority.ts';
export { cvSerialNumber, cvValidity, referenceOf, referencesOfHolder, subjectOfHolder } from './cvc-subject.ts';
export {
  CaCertificateError,
  CaNotActiveError,
  CaNotFoundError,
  CaStatusError,
  CaWithoutKeysError,
  WrongCaKindError,
} from './errors.ts';
export { type KeyGeneration, keyGenerationsOf } from './key-generations.ts';
export { KnownIssuers } from './known-issuers.ts';
export { issuerOfRoot } from './issuer-of-root.ts';
export { ListCas, type ListedCa, type ResponderEnd } from './list-cas.ts';
export { PublishedCertificates, type PublishedBy, type PublishedCertificate } from './published-certificates.ts';
export { ReadAuthorities } from './read-authorities.ts';
export { requireUnreserved } from './reserved-names.ts';
export {
  type SshAuthority,
  type SshCaSettings,
  type SshSigningAuthority,
  requireActiveSsh,
  requireSsh,
  sshAlgorithmFor,
  sshNotAfter,
} from './ssh-authority.ts';
export type { TrustByName } from './trust-by-name.ts';
export {
  type Issuer,
  type SigningAuthority,
  type X509Authority,
  type X509CaSettings,
  issuerOf,
  requireActive,
  requireCrlSigner,
  requireX509,
  signsCrls,
} from './x509-authority.ts';
export { caEvent } from './ca-event.ts';
export { readReceived, understood } from './received-certificates.ts';
