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
export { EnrolPkcs10, type EnrolledCertificate, type Pkcs10Enrolment } from './enroll-pkcs10.ts';
export { FinalizeEnrolment, type FinalizedEnrolment } from './finalize-enrolment.ts';
export { type EnrolledSshCertificate, EnrolSsh, type SshEnrolment } from './enroll-ssh.ts';
