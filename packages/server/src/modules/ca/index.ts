/** Certificate authorities: their certificates, revocation and CRLs. */
export type { CaState, CaStateStore, CaStatus, InsertCaState } from './ca-state.ts';
export {
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type CertificateRecord,
  type CertificateState,
  type CertificateStore,
  type ChangeRevocation,
  type InsertCertificate,
  type NewCertificate,
} from './certificate-record.ts';
export type { CrlHead, CrlRecord, CrlScope, CrlStore, InsertCrl, RevokedCertificates } from './crl-record.ts';

export {
  isRevocationReason,
  REVOCATION_REASONS,
  revocationReasonOf,
  type RevocationReason,
} from './revocation-reason.ts';
