/** OCSP: requests, responses, and whether those can be relied on (RFC 6960, RFC 9654). */
export {
  assembleBasicOcspResponse,
  BasicOcspResponse,
  encodeOcspResponseData,
  type OcspResponseData,
} from './basic-response.ts';
export { ocspCertificateId, type OcspCertificateId, OcspCertificateMatch } from './certificate-id.ts';
export { checkOcspResponse, type OcspFault, type OcspQuestion, type OcspVerdict } from './check-response.ts';
export { OcspError, type OcspErrorCode } from './errors.ts';
export { archiveCutoff, extendedRevoke, ocspNonce } from './extensions.ts';
export {
  assembleOcspRequest,
  encodeTbsOcspRequest,
  type OcspQuery,
  OcspRequest,
  type OcspRequestFields,
  type OcspRequestSignature,
  type ReadOcspQuery,
} from './ocsp-request.ts';
export { encodeOcspResponse, type OcspRefusal, type OcspResponse, parseOcspResponse } from './ocsp-response.ts';
export { issuerOf, type OcspResponder } from './responder.ts';
export { type ResponderId, responderIdOf } from './responder-id.ts';
export type { OcspCertificateStatus, ReadSingleResponse, SingleResponse } from './single-response.ts';
