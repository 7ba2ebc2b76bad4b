/** Registration: end entities, and their enrollment. */
export {
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  TOKEN_TYPE,
  type ClaimKey,
  type ClaimName,
  type EndEntity,
  type EndEntityHolder,
  type EndEntityStore,
  holderOf,
  type InsertEndEntity,
  type UpdateEndEntity,
} from './end-entities/index.ts';
export {
  type ApprovedEnrollment,
  type EnrollAtOnce,
  type EnrolledCertificate,
  type EnrolledSshCertificate,
  type FinalizedEnrollment,
  neededRights,
  type Pkcs10Enrollment,
  type SshEnrollment,
} from './enrollment/index.ts';
export { type RaModule, raModule } from './ra-module.ts';
export { EndEntityNotFoundError } from './errors.ts';
