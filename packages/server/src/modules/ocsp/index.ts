/** OCSP: the status of certificates for relying parties (RFC 6960). */
export { AnswerOcsp, type OcspAnswer } from './answer-ocsp.ts';
export { OcspRequestTooLargeError } from './errors.ts';
export { ocspModule } from './ocsp-module.ts';
export type {
  DeletePreparedAnswer,
  DueCertificate,
  DueQuery,
  InsertPreparedAnswer,
  PreparedAnswer,
  PreparedAnswerStore,
  PreparedFor,
  ReplacePreparedAnswer,
} from './prepared-answer.ts';
