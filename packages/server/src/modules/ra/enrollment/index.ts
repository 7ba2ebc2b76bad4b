/** Enrollment: from a request to a certificate, step by step. */
export { ApprovedEnrollment } from './approved-enrollment.ts';
export { type EnrollmentRights, neededRights } from './checks/authorize-enrollment.ts';
export { requireAvailable } from './checks/available-profile.ts';
export { requireStorage } from './checks/certificates-stored.ts';
export { requireCardVerifiable } from './checks/check-cv-enrollment.ts';
export { type CheckX509EnrollmentDeps, checkX509Names } from './checks/check-x509-enrollment.ts';
export { checkCvNames } from './checks/cv-names.ts';
export { requireUsername } from './checks/username.ts';
export type { CheckedEnrollment } from './checked-enrollment.ts';
export { CollectKeptKey, type CollectKeptKeyDeps } from './collect-kept-key.ts';
export { CommitEnrollment, type CommitEnrollmentDeps } from './commit-enrollment.ts';
export { CvcEnrollment, type CvcEnrollmentDeps } from './cvc-enrollment.ts';
export { EnrollmentSteps } from './enrollment-steps.ts';
export { type EnrollmentInPlace, endEntityWrite, newEndEntityId } from './draft-end-entity.ts';
export { EnrollAtOnce, type EnrollAtOnceDeps } from './enroll-at-once.ts';
export {
  type EnrolledKeystore,
  EnrollKeystore,
  type EnrollKeystoreDeps,
  type KeystoreEnrollment,
} from './enroll-keystore.ts';
export { EnrollPkcs10 } from './enroll-pkcs10.ts';
export { type EnrolledSshCertificate, EnrollSsh, type SshEnrollment } from './enroll-ssh.ts';
export { EnrollWithPassword, type EnrollWithPasswordDeps, type PasswordEnrollment } from './enroll-with-password.ts';
export type { EnrolledCertificate, EnrollmentOrder, EnrollmentWithRequest } from './enrollment-order.ts';
export { type FinalizedEnrollment, FinalizeEnrollment, type FinalizeEnrollmentDeps } from './finalize-enrollment.ts';
export { claimRefusal, claims } from './one-user-claims.ts';
export { placeEnrollment, type PlaceEnrollmentDeps } from './place-enrollment.ts';
export { X509Enrollment, type X509EnrollmentDeps } from './x509-enrollment.ts';
