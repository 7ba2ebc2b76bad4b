/** Card verifiable certificates, requests and chains (BSI TR-03110 part 3). */
export {
  type CvRole,
  type HolderAuthorization,
  rightNames,
  rightsNamed,
  rightsOf,
  type TerminalRights,
  type TerminalType,
  terminalTypes,
} from './authorization.ts';
export { dayOf, formatDay, startOfDay } from './calendar-day.ts';
export {
  assembleCvCertificate,
  CvCertificate,
  type CvCertificateBody,
  encodeCvCertificateBody,
} from './certificate.ts';
export { requireIssuedBy, type VerifiedChain, verifyCvChain } from './chain.ts';
export { CvcError, type CvcErrorCode } from './errors.ts';
export type { CvExtension } from './extension.ts';
export { HolderReference } from './holder-reference.ts';
export { CvPublicKey } from './public-key.ts';
export {
  assembleAuthenticatedCvRequest,
  assembleCvRequest,
  CvRequest,
  type CvRequestBody,
  encodeCvRequestBody,
  encodeOuterSigned,
  type OuterSignature,
} from './request.ts';
export {
  type TerminalAuthenticationAlgorithm,
  terminalAuthenticationAlgorithms,
  terminalAuthenticationOf,
} from './terminal-authentication.ts';
