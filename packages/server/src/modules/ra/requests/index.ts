/** Certificate requests: parsing, and verification as far as no profile is needed. */
export { type CertificateRequestType, readCertificateRequestType } from './certificate-request-type.ts';
export { demandedExtensions } from './demanded-extensions.ts';
export { extensionsOfEndEntity } from './end-entity-extensions.ts';
export { requireIssuableNames } from './issuable-names.ts';
export { readCertificateRequest } from './read-certificate-request.ts';
export { readSshRequest, type RequestedSshCertificate } from './read-ssh-request.ts';
export type {
  ProofChecks,
  RequestDemands,
  RequestedCertificate,
  RequestedNames,
  RequestedValidity,
  VerifySignature,
} from './requested-certificate.ts';
