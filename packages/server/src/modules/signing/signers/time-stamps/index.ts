/** Time-stamping authorities: RFC 3161 and Authenticode. */
export { AuthenticodeTimeStampSigner, authenticodeTimeStampSignerKind } from './authenticode-time-stamp-signer.ts';
export { ReliableTime } from './reliable-time.ts';
export { SourcedTime } from './time-sources.ts';
export { rejected, type Rejection } from './time-stamp-answer.ts';
export { readTimeStampRequest } from './time-stamp-request.ts';
export { extendedTimeStampSignerKind, TimeStampSigner, timeStampSignerKind } from './time-stamp-signer.ts';
