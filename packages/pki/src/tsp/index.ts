/** The time-stamp protocol (RFC 3161, RFC 5816). */
export { type Accuracy, accuracyMicroseconds } from './accuracy.ts';
export { TspError, type TspErrorCode } from './errors.ts';
export { type GenTime, genTimeMicroseconds, genTimeOf } from './gen-time.ts';
export { checkImprint, type ImprintCheck } from './check-imprint.ts';
export { findImprintAlgorithm, type ImprintAlgorithm, imprintAlgorithms } from './imprint-algorithms.ts';
export { makeMessageImprint, type MessageImprint } from './message-imprint.ts';
export { isGranted, PKI_STATUSES, type PkiFailure, type PkiStatus, type PkiStatusInfo } from './status-info.ts';
export { encodeTimeStampRequest, parseTimeStampRequest, type TimeStampRequest } from './time-stamp-request.ts';
export {
  checkTimeStampResponse,
  encodeTimeStampResponse,
  parseTimeStampResponse,
  type ResponseFault,
  type ResponseVerdict,
  type TimeStampResponse,
} from './time-stamp-response.ts';
export {
  assembleTimeStampToken,
  encodeTokenAttributes,
  isForTimeStamps,
  TimeStampToken,
  type TokenAttributes,
  type TokenFault,
  type TokenVerdict,
} from './time-stamp-token.ts';
export { encodeTstInfo, parseTstInfo, type TstInfo, type TstInfoForm } from './tst-info.ts';
