/** Registration: end entities, and their enrollment. */
export {
  type ClaimKey,
  type ClaimName,
  type DeleteEndEntity,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type EndEntityHolder,
  type EndEntityRegistration,
  type EndEntityStatus,
  type EndEntityStore,
  type ExtendedInformation,
  holderOf,
  type InsertEndEntity,
  type KeepFormerId,
  TOKEN_TYPE,
  type TokenType,
  type UpdateEndEntity,
} from './end-entities/index.ts';
export type { CaaAnswer, CaaRecord, CaaResolver } from './caa/index.ts';
export {
  type DecidedField,
  type EnrollAtOnce,
  type EnrolledCertificate,
  type EnrolledKeystore,
  type EnrolledSshCertificate,
  type FinalizedEnrollment,
  neededRights,
  type EnrollmentDryRun,
  type EnrollmentWithRequest,
  type KeystoreEnrollment,
  type SshEnrollment,
} from './enrollment/index.ts';
export {
  type EndEntityCriteria,
  type EndEntityOrder,
  type EndEntityOrderMember,
  type EndEntityPage,
  type EndEntityQuery,
  type EndEntityScope,
  type EndEntitySearch,
  type FoundEndEntities,
  type FoundEndEntity,
  type SearchedStatus,
  type SearchOrder,
  type TextCriterion,
} from './search/index.ts';
export type { NewStatus, ReadableEndEntity, ReadEndEntity } from './end-entity-acts/index.ts';
export { type RaModule, raModule } from './ra-module.ts';
export type {
  ImportKeystores,
  KeyImport,
  KeyImportFailure,
  KeyRecoveryResult,
  KeystoreToImport,
  RecoverKey,
  RemoveKeptKey,
} from './recovery/index.ts';
export type { KeyPairSource } from './server-keys/index.ts';
export {
  CertificateOfNobodyError,
  EndEntityNotAuthenticatedError,
  EndEntityExistsError,
  EndEntityNotFoundError,
  KeyImportRefusedByProfileError,
  KeysBusyError,
  KeySpecificationError,
  PublicKeyInUseError,
  SubjectInUseError,
  UnsupportedKeyAlgorithmError,
} from './errors.ts';
export { readCertificateRequestType } from './requests/index.ts';
export type { AddEndEntity, ApprovedEndEntity, EditEndEntity } from './registration/index.ts';
