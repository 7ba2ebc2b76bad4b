/** Registration: end entities, and their enrollment. */
export {
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  TOKEN_TYPE,
  type ClaimKey,
  type ClaimName,
  type EndEntity,
  type EndEntityStore,
  type InsertEndEntity,
  type UpdateEndEntity,
} from './end-entities/end-entity.ts';
export { EndEntityEnrollment } from './enrollment/commit-enrollment.ts';
export { type EndEntityHolder, holderOf } from './end-entities/end-entity-holder.ts';
export { EnrollPkcs10 } from './enrollment/enroll-pkcs10.ts';
export { neededRights } from './enrollment/enrollment-checks.ts';
export { FinalizeEnrollment, type FinalizedEnrollment } from './enrollment/finalize-enrollment.ts';
export type { EnrolledCertificate, Pkcs10Enrollment } from './enrollment/pkcs10-enrollment.ts';
export { type EnrolledSshCertificate, EnrollSsh, type SshEnrollment } from './enrollment/enroll-ssh.ts';
