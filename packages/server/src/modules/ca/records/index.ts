/** Records of CAs, certificates and CRLs, and the stores that this module needs for them. */
export {
  type CaCertificateRole,
  type CaRequest,
  type CaState,
  type CaStateStore,
  type CaStateVersion,
  type CaStatus,
  type DeleteCaCertificate,
  type DeleteCaState,
  type FurtherCaCertificate,
  type InsertCaCertificate,
  type InsertCaState,
  type UpdateCaState,
  updateOf,
} from './ca-state.ts';
export { StoredCertificateHolders } from './certificate-holders.ts';
export {
  type ArchiveCertificate,
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type CertificateRecord,
  type CertificateStanding,
  type CertificateState,
  type CertificateStatusRecord,
  type CertificateStore,
  type ChangeRevocation,
  type EncodedCertificate,
  type InsertCertificate,
  type InsertUnknownCertificate,
  isOwnResponder,
  isRevoked,
  type NewCertificate,
  type NotifyAboutExpiration,
} from './certificate-record.ts';
export {
  type AdvanceCrlNumber,
  CRL_PART_OCTETS,
  type CrlChange,
  type CrlHead,
  type CrlKind,
  type CrlOutline,
  type CrlRecord,
  type CrlScope,
  type CrlStore,
  type DeleteCrl,
  type DeleteCrlPart,
  type EndDeltaBase,
  type EndedCrl,
  type ForgetCrlChange,
  type InsertCrl,
  type InsertCrlPart,
  type NoteCrlChange,
  type OctetRange,
  PENDING,
  type StartCrlNumbers,
  type UnsignedCrl,
  type UnsignedCrls,
} from './crl-record.ts';
export { keepCaCertificate, keepFormerCertificate } from './former-certificates.ts';
export type {
  DeleteOcspResponder,
  InsertOcspResponder,
  OcspResponderRecord,
  OcspResponderStore,
  ReplaceOcspResponder,
} from './ocsp-responder.ts';
export {
  REVOCATION_REASONS,
  type RevocationReason,
  isRevocationReason,
  revocationReasonOf,
} from './revocation-reason.ts';
export { storedUnaudited, storeUnaudited, unlessDone, type UnauditedWritesDeps } from './unaudited-writes.ts';
