/** Errors of registration. */
export {
  CertificateOfNobodyError,
  EndEntityCannotEnrollError,
  EndEntityChangedError,
  EndEntityVersionError,
  EndEntityExistsError,
  EndEntityNotAuthenticatedError,
  EndEntityNotFoundError,
  SeveralApprovalsError,
  StatusNotSettableError,
  WrongPasswordError,
} from './end-entity-errors.ts';
export {
  AlreadyFinalizedError,
  CaaPendingError,
  CaaRefusedError,
  CertificateStorageError,
  DryRunImpossibleError,
  EndEntityElsewhereError,
  EndEntityOfOthersError,
  EnrollmentRequestNotFoundError,
  EnrollmentRequestRefusedError,
  ProfileNotAvailableError,
  PublicKeyInUseError,
  SubjectInUseError,
  SubjectOfCaError,
} from './enrollment-errors.ts';
export {
  KeptKeyDiffersError,
  KeyGenerationForbiddenError,
  KeyImportError,
  type KeyImportReason,
  KeyImportRefusedByProfileError,
  KeySpecificationError,
  KeysBusyError,
  KeystoresBusyError,
  UnsupportedKeyAlgorithmError,
  UnsupportedTokenTypeError,
} from './key-errors.ts';
export {
  CertificateRequestError,
  EnrollmentInputError,
  FinalizeFormatError,
  PossessionNotProvenError,
} from './request-errors.ts';
export {
  PageEndError,
  PageTooLargeError,
  SearchTimeoutError,
  SearchTooDeepError,
  UnknownCriterionError,
} from './search-errors.ts';
