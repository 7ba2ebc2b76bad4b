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
} from './end-entity.ts';
export { EndEntityEnrollment } from './end-entity-enrollment.ts';
export { type EndEntityHolder, holderOf } from './end-entity-holder.ts';
export { EnrollPkcs10 } from './enroll-pkcs10.ts';
export { neededRights } from './enrollment-checks.ts';
export { FinalizeEnrollment, type FinalizedEnrollment } from './finalize-enrollment.ts';
export type { EnrolledCertificate, Pkcs10Enrollment } from './pkcs10-enrollment.ts';
export { type EnrolledSshCertificate, EnrollSsh, type SshEnrollment } from './enroll-ssh.ts';
