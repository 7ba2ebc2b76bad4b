/** The stores of an installation, and everything that they write. */
import { AbandonedCrlPartReader } from './crls/abandoned-crl-part-reader.ts';
import { CrlLintReader } from './crls/crl-lint-reader.ts';
import { KrlReader } from './crls/krl-reader.ts';
import { UnsignedCrlReader } from './crls/unsigned-crl-reader.ts';
import { UploadedCrlReader } from './crls/uploaded-crl-reader.ts';
import { SqlActivationAttemptStore } from './keys/activation-attempt-store.ts';
import { approvalWriteDefinitions, SqlApprovalStore } from './installation/approval-store.ts';
import { SqlArchiveStore } from './installation/archive-store.ts';
import { archiveWriteDefinitions } from './installation/archive-writes.ts';
import { AuditRecordTimes, auditWriteDefinitions, SqlAuditReader } from './installation/audit-store.ts';
import { caStateWriteDefinitions, SqlCaStateStore } from './authorities/ca-state-store.ts';
import { SqlCertificateFingerprints } from './certificates/certificate-fingerprints.ts';
import { SqlCertificateSearch } from './certificates/certificate-search.ts';
import { SqlCertificateCounts } from './certificates/certificate-counts.ts';
import { SqlCertificateTextIndex } from './certificates/certificate-text-index.ts';
import { SqlCertificateStore } from './certificates/certificate-store.ts';
import { certificateWriteDefinitions } from './certificates/certificate-writes.ts';
import { SqlCrlStore } from './crls/crl-store.ts';
import { crlWriteDefinitions } from './crls/crl-writes.ts';
import { cryptoTokenWrites, SqlCryptoTokenStore } from './keys/crypto-token-store.ts';
import { documentWrites } from './installation/document-store.ts';
import { endEntityWriteDefinitions, SqlEndEntityStore } from './end-entities/end-entity-store.ts';
import { SqlEndEntitySearch } from './end-entities/end-entity-search.ts';
import { installationWriteDefinitions, SqlInstallationStore } from './installation/installation-store.ts';
import { issuanceJournalWrites, SqlIssuanceJournalStore } from './authorities/issuance-journal-store.ts';
import { JobStore, jobWriteDefinitions } from './background/job-store.ts';
import { keptKeyWriteDefinitions, SqlKeptKeyStore } from './end-entities/kept-key-store.ts';
import { ocspAnswerWriteDefinitions, SqlOcspAnswerStore } from './authorities/ocsp-answer-store.ts';
import { ocspResponderWriteDefinitions, SqlOcspResponderStore } from './authorities/ocsp-responder-store.ts';
import { SqlWrongPasswords } from './keys/wrong-password-store.ts';
import { SqlKeyUsageStore } from './keys/key-usage-store.ts';
import { noticeWriteDefinitions, SqlNoticeStore } from './background/notice-store.ts';
import { EndingCertificateReader } from './certificates/ending-certificate-reader.ts';
import { SqlConfigurationCalm } from './background/configuration-calm-store.ts';
import { publicationWriteDefinitions, SqlPublicationStore } from './background/publication-store.ts';
import { SqlServiceRunStore } from './background/service-run-store.ts';
import { SqlTimedRunStore } from './background/timed-run-store.ts';
import { SqlLeaseStore } from './background/lease-store.ts';
import type { Database } from '../engine/index.ts';
import { DEFAULT_WORK_LIMITS, type SearchLimits } from '../../kernel/work-limits.ts';

/** Constructs the stores of all modules. @param limits - the defaults unless given */
export function storesOf(database: Database, limits: SearchLimits = DEFAULT_WORK_LIMITS) {
  const { readers } = database;
  return {
    abandonedCrlParts: new AbandonedCrlPartReader(readers),
    approvals: new SqlApprovalStore(database),
    archive: new SqlArchiveStore(database),
    attempts: new SqlActivationAttemptStore(database),
    auditReader: new SqlAuditReader(database),
    certificateFingerprints: new SqlCertificateFingerprints(database),
    certificateSearch: new SqlCertificateSearch(readers, limits.certificateSearchMs),
    certificates: new SqlCertificateStore(database),
    certificateCounts: new SqlCertificateCounts(database),
    certificateTexts: new SqlCertificateTextIndex(database),
    configurationCalm: new SqlConfigurationCalm(database),
    crls: new SqlCrlStore(database),
    endingCertificates: new EndingCertificateReader(readers),
    endEntities: new SqlEndEntityStore(database),
    endEntitySearch: new SqlEndEntitySearch(readers, limits.endEntitySearchMs),
    items: new SqlInstallationStore(database),
    jobs: new JobStore(database),
    journalEntries: new SqlIssuanceJournalStore(database),
    keptKeys: new SqlKeptKeyStore(database),
    keyPairs: new SqlCryptoTokenStore(database),
    keyUsages: new SqlKeyUsageStore(database),
    krls: new KrlReader(readers),
    leases: new SqlLeaseStore(database),
    notices: new SqlNoticeStore(database),
    ocspAnswers: new SqlOcspAnswerStore(database),
    ocspResponders: new SqlOcspResponderStore(database),
    publications: new SqlPublicationStore(database),
    recordTimes: new AuditRecordTimes(database),
    serviceRuns: new SqlServiceRunStore(database),
    states: new SqlCaStateStore(database),
    timedRuns: new SqlTimedRunStore(database),
    crlLints: new CrlLintReader(readers),
    unsignedCrls: new UnsignedCrlReader(readers),
    uploadedCrls: new UploadedCrlReader(readers),
    wrongPasswords: new SqlWrongPasswords(database),
  };
}

/** The writes of all modules, which the database is opened with. */
export const WRITE_DEFINITIONS = [
  ...approvalWriteDefinitions,
  ...archiveWriteDefinitions,
  ...auditWriteDefinitions,
  ...caStateWriteDefinitions,
  ...certificateWriteDefinitions,
  ...crlWriteDefinitions,
  ...cryptoTokenWrites,
  ...documentWrites,
  ...endEntityWriteDefinitions,
  ...installationWriteDefinitions,
  ...issuanceJournalWrites,
  ...jobWriteDefinitions,
  ...keptKeyWriteDefinitions,
  ...noticeWriteDefinitions,
  ...ocspAnswerWriteDefinitions,
  ...ocspResponderWriteDefinitions,
  ...publicationWriteDefinitions,
];
