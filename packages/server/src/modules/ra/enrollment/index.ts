/** Enrollment: from a request to a certificate, step by step. */
export { ApprovedEnrollment } from './approved-enrollment.ts';
export { neededRights } from './checks/authorize-enrollment.ts';
export { CommitEnrollment, type CommitEnrollmentDeps } from './commit-enrollment.ts';
export { EnrollAtOnce, type EnrollAtOnceDeps } from './enroll-at-once.ts';
export { EnrollPkcs10 } from './enroll-pkcs10.ts';
export { type EnrolledSshCertificate, EnrollSsh, type SshEnrollment } from './enroll-ssh.ts';
export type { EnrolledCertificate, EnrollmentWithRequest } from './enrollment-order.ts';
export { type FinalizedEnrollment, FinalizeEnrollment, type FinalizeEnrollmentDeps } from './finalize-enrollment.ts';
export { X509Enrollment, type X509EnrollmentDeps } from './x509-enrollment.ts';
