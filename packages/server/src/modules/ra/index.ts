/** Registration: end entities, and their enrolment. */
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
export { EndEntityEnrolment } from './end-entity-enrolment.ts';
export { type EndEntityHolder, holderOf } from './end-entity-holder.ts';
export { EnrolPkcs10 } from './enroll-pkcs10.ts';
export { neededRights } from './enrolment-checks.ts';
export { FinalizeEnrolment, type FinalizedEnrolment } from './finalize-enrolment.ts';
export type { EnrolledCertificate, Pkcs10Enrolment } from './pkcs10-enrolment.ts';
export { type EnrolledSshCertificate, EnrolSsh, type SshEnrolment } from './enroll-ssh.ts';
