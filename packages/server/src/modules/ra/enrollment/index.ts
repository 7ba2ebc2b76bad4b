/** Enrollment: the steps from a request to a certificate. */
export { type ApprovalOfEndEntity, approvalOfEndEntity } from './approvals/approval-of-end-entity.ts';
export { ApprovedEnrollment, presentNames } from './finalizing/approved-enrollment.ts';
export { ApprovedKeystore } from './finalizing/approved-keystore.ts';
export { type EnrollmentRights, neededRights } from './checks/authorize-enrollment.ts';
export { requireAvailable } from './checks/available-profile.ts';
export { requireStorage } from './checks/certificates-stored.ts';
export { requireCardVerifiable } from './checks/check-cv-enrollment.ts';
export { type CheckX509EnrollmentDeps, checkX509Names } from './checks/check-x509-enrollment.ts';
export { checkCvNames } from './checks/cv-names.ts';
export { checkIssuanceData, issuanceDataToCheck } from './checks/issuance-data.ts';
export { requireUsername } from './checks/username.ts';
export type { CheckedEnrollment } from './checked-enrollment.ts';
export { CollectKeptKey, type CollectKeptKeyDeps } from './keystores/collect-kept-key.ts';
export { CommitEnrollment, type CommitEnrollmentDeps } from './steps/commit-enrollment.ts';
export { CvcEnrollment, type CvcEnrollmentDeps } from './cvc-enrollment.ts';
export { DryRuns, type EnrollmentDryRun } from './dry-run/dry-runs.ts';
export { EnrollmentSteps } from './enrollment-steps.ts';
export { type EnrollmentInPlace, endEntityWrite, newEndEntityId } from './steps/draft-end-entity.ts';
export { EnrollAtOnce, type EnrollAtOnceDeps } from './enroll-at-once.ts';
export { EnrollKeystore, type EnrollKeystoreDeps } from './keystores/enroll-keystore.ts';
export { EnrollWithRequest } from './enroll-with-request.ts';
export { EnrollSsh, type SshEnrollment } from './enroll-ssh.ts';
export { EnrollWithPassword } from './enroll-with-password.ts';
export {
  type EnrolledCertificate,
  type EnrollmentOrder,
  type EnrollmentWithRequest,
  ORDER_DEFAULTS,
} from './steps/enrollment-order.ts';
export { FinalizeCertificate, type FinalizeCertificateDeps } from './finalizing/finalize-certificate.ts';
export { FinalizeEnrollment, type FinalizeEnrollmentDeps } from './finalizing/finalize-enrollment.ts';
export { FinalizeKeystore, type FinalizeKeystoreDeps } from './finalizing/finalize-keystore.ts';
export { type EnrolledKeystore, KeystoreIssuance, type KeystoreIssuanceDeps } from './keystores/keystore-issuance.ts';
export { claimRefusal, claims } from './steps/one-user-claims.ts';
export { placeEnrollment, type PlaceEnrollmentDeps } from './steps/place-enrollment.ts';
export { shownEndEntity, shownFurther } from './approvals/shown-end-entity.ts';
export { X509Enrollment, type X509EnrollmentDeps } from './x509-enrollment.ts';
