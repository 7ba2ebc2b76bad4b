/** Requests for certificates: what they say, read and verified as far as no profile is needed. */
export { demandedExtensions } from './demanded-extensions.ts';
export { requireIssuableNames } from './issuable-names.ts';
export {
  readCertificateRequest,
  type RequestedCertificate,
  type RequestedNames,
  type VerifySignature,
} from './read-certificate-request.ts';
export { readSshRequest, type RequestedSshCertificate } from './read-ssh-request.ts';
