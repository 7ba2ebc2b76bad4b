/** Certificate authorities: their certificates, revocation and CRLs. */
export type {
  CaCertificateRole,
  CaRequest,
  CaState,
  CaStateStore,
  CaStateVersion,
  CaStatus,
  DeleteCaCertificate,
  DeleteCaState,
  FurtherCaCertificate,
  InsertCaCertificate,
  InsertCaState,
  UpdateCaState,
} from './ca-state.ts';
export { neededApproval } from './approval-of-acts.ts';
export {
  type ArchiveCertificate,
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type CertificateRecord,
  type CertificateStanding,
  type CertificateState,
  type CertificateStore,
  type ChangeRevocation,
  type InsertCertificate,
  type InsertUnknownCertificate,
  type NewCertificate,
} from './certificate-record.ts';
export { PENDING } from './crl-record.ts';
export type {
  AdvanceCrlNumber,
  CrlChange,
  CrlHead,
  CrlKind,
  CrlOutline,
  CrlRecord,
  CrlScope,
  CrlStore,
  DeleteCrlPart,
  DeleteCrl,
  EndDeltaBase,
  EndedCrl,
  ForgetCrlChange,
  InsertCrl,
  InsertCrlPart,
  NoteCrlChange,
  OctetRange,
  StartCrlNumbers,
  UnsignedCrl,
  UnsignedCrls,
} from './crl-record.ts';

export {
  isRevocationReason,
  REVOCATION_REASONS,
  revocationReasonOf,
  type RevocationReason,
} from './revocation-reason.ts';
export { requireUnreserved } from './reserved-names.ts';
export type { TrustByName } from './trust-by-name.ts';
export { type Authorities, getById, getByName, getBySubject } from './authorities.ts';
export { caAdministration } from './ca-administration.ts';
export { caHooks } from './ca-hooks.ts';
export { CaKeyUsers } from './ca-key-users.ts';
export { CaPublicKeys } from './ca-public-keys.ts';
export { type CaSigner, VerifiedCaSigner } from './ca-signer.ts';
export { caType } from './ca-type.ts';
export { CaCertificates } from './ca-certificates.ts';
export { CaKeys } from './ca-keys.ts';
export { CaService } from './ca-service.ts';
export type { CertificateAuthority, CaSettings } from './certificate-authority.ts';
export { type CvcAuthority, requireCvc } from './cvc-authority.ts';
export { CvcCertificates } from './cvc-certificates.ts';
export { CvcIssuance } from './cvc-issuance.ts';
export type { DocumentSigners } from './document-signers.ts';
export { subjectOfHolder } from './cvc-subject.ts';
export { InitializeCa } from './initialize-ca.ts';
export { InitializeCvcCa } from './initialize-cvc-ca.ts';
export { InitializeSshCa } from './initialize-ssh-ca.ts';
export { InitializeX509Ca } from './initialize-x509-ca.ts';
export type { EncodedKrl, KrlOutline, Krls } from './krl.ts';
export { ImportExternalCa } from './import-external-ca.ts';
export { type CaSource, ImportCaWithKeys } from './import-ca-with-keys.ts';
export { LinkCertificates } from './link-certificates.ts';
export { ReceiveCaCertificate } from './receive-ca-certificate.ts';
export { type CaReport, ReadCa } from './read-ca.ts';
export { ReceiveCvCertificate } from './receive-cv-certificate.ts';
export { RenewCa } from './renew-ca.ts';
export { RenewSshCa } from './renew-ssh-ca.ts';
export { RenewCvcCa } from './renew-cvc-ca.ts';
export { RequestCaCertificate } from './request-ca-certificate.ts';
export { RequestCvCertificate } from './request-cv-certificate.ts';
export {
  type Issuer,
  requireActive,
  requireX509,
  type SigningAuthority,
  type X509Authority,
} from './x509-authority.ts';
export { ConfiguredAuthorities } from './configured-authorities.ts';
export { CreateCrl, type CreatedCrls } from './create-crl.ts';
export { CrlUponRevocation } from './crl-upon-revocation.ts';
export { CrlUploadError, DeltaCrlNotIssuedError } from './crl-errors.ts';
export { BadCvRequestError } from './cvc-errors.ts';
export {
  CaExistsError,
  CaNotActiveError,
  CaNotFoundError,
  CertificateNotFoundError,
  ClockSteppedBackError,
} from './errors.ts';
export { AlreadyRevokedError } from './revocation-errors.ts';
export { requirePermittedNames } from './permitted-names.ts';
export { Issuance, type IssuedCertificate, newSerialNumber } from './issuance.ts';
export { type IssuedCrl, IssueCrl } from './issue-crl.ts';
export { KRL_MAX_AGE_SECONDS, PublishedKrls } from './published-krls.ts';
export { ListCas, type ListedCa } from './list-cas.ts';
export { ListCrls } from './list-crls.ts';
export { ReadAuthorities } from './read-authorities.ts';
export { ReadSshAuthorities } from './read-ssh-authorities.ts';
export { CA_REVOCATION_JOB } from './ca-revocation.ts';
export { RevokeCa } from './revoke-ca.ts';
export { RevokeIssuedCertificates } from './revoke-issued-certificates.ts';
export {
  type CertificateName,
  type RevocationProfiles,
  type RevocationState,
  RevokeCertificate,
} from './revoke-certificate.ts';
export type { RevocationRequest } from './revocation-rules.ts';
export { type EnrolledCvCertificate, SignCvRequest } from './sign-cv-request.ts';
export { SplitCrlPartitions } from './split-crl-partitions.ts';
export { requireActiveSsh, type SshAuthority, type SshSigningAuthority } from './ssh-authority.ts';
export { type IssuedSshCertificate, SshIssuance } from './ssh-issuance.ts';
export { SupersedeCertificates, type Supersession } from './supersede-certificates.ts';
export { type AbandonedCrlParts, type CrlPartKey, SweepCrlParts } from './sweep-crl-parts.ts';
export { TidyAfterCrl } from './tidy-after-crl.ts';
export { UpdateCrls } from './update-crls.ts';
export { ImportCrl } from './import-crl.ts';
export type { GoodCrl, UploadedCrl, UploadedCrls, UploadedEntry, UploadedOctets } from './uploaded-crl.ts';
export { IncompleteIssuances } from './incomplete-issuances.ts';
export {
  type DeleteJournalEntry,
  type InsertJournalEntry,
  IssuanceJournal,
  type IssuanceJournalStore,
  type JournalEntry,
} from './issuance-journal.ts';
