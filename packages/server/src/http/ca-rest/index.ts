/** The CA REST interface: EJBCA's operations under its addresses. */
export { CA_REST_PREFIX } from './prefix.ts';
export { caRestInterface } from './interface.ts';
export type { CaRestDeps, Compatibility } from './operation-scope.ts';
export type { ServiceName } from '../../kernel/service-names.ts';
export type { ApprovalServices } from './approval-services.ts';
export type {
  CaChain,
  CaRestServices,
  CaSummary,
  CrlVersions,
  Enrolled,
  KeyGeneration,
  NamedValue,
  PendingApproval,
  Pkcs10Enrollment,
  Revocation,
  RevocationReason,
  RevocationState,
} from './services.ts';
