/** Parts that signers of several formats share. */
export { ClientSideHashing, hashCalled } from './client-side-hashing.ts';
export { TimeStampUnavailableError, unavailableAuthority } from './errors.ts';
export { LoggedDigest } from './logged-digest.ts';
export { DocumentThreads, startDocumentThread } from './document-threads.ts';
export { type Overridable, PropertyOverrides } from './property-overrides.ts';
export { signContent } from './sign-content.ts';
export { signerNeeds } from './signer-needs.ts';
export {
  chosenSignatureAlgorithm,
  readSignatureAlgorithm,
  sameSchemeWith,
  signatureAlgorithmOfHash,
  type SignatureChoice,
  usualSignatureAlgorithm,
} from './signature-algorithm.ts';
export { certificateOf, readCertificateLevels } from './signer-chain.ts';
export {
  readSigningCertificate,
  signingCertificateMaker,
  type SigningCertificateMaker,
} from './signing-certificate.ts';
export type { TimeStampAuthorities } from './time-stamp-authorities.ts';
export { readTimeStamping, type TimeStamping, TimeStamps } from './time-stamping.ts';
