/** The stores of an installation, and everything that they write. */
import { SqlActivationAttemptStore } from '../storage/activation-attempt-store.ts';
import { approvalWriteDefinitions, SqlApprovalStore } from '../storage/approval-store.ts';
import { archiveWriteDefinitions } from '../storage/archive-store.ts';
import { auditWriteDefinitions } from '../storage/audit-store.ts';
import { caStateWriteDefinitions, SqlCaStateStore } from '../storage/ca-state-store.ts';
import { certificateWriteDefinitions, SqlCertificateStore } from '../storage/certificate-store.ts';
import { crlWriteDefinitions, SqlCrlStore } from '../storage/crl-store.ts';
import { cryptoTokenWrites, SqlCryptoTokenStore } from '../storage/crypto-token-store.ts';
import { documentWrites } from '../storage/document-store.ts';
import { endEntityWriteDefinitions, SqlEndEntityStore } from '../storage/end-entity-store.ts';
import { installationWriteDefinitions, SqlInstallationStore } from '../storage/installation-store.ts';
import { issuanceJournalWrites, SqlIssuanceJournalStore } from '../storage/issuance-journal-store.ts';
import { JobStore, jobWriteDefinitions } from '../storage/job-store.ts';
import { SqlKeyUsageStore } from '../storage/key-usage-store.ts';
import { SqlLeaseStore } from '../storage/lease-store.ts';
import type { Database } from '../storage/database.ts';

/** The stores that several use cases share. */
export function storesOf(database: Database) {
  return {
    approvals: new SqlApprovalStore(database),
    attempts: new SqlActivationAttemptStore(database),
    certificates: new SqlCertificateStore(database),
    crls: new SqlCrlStore(database),
    endEntities: new SqlEndEntityStore(database),
    items: new SqlInstallationStore(database),
    jobs: new JobStore(database),
    journalEntries: new SqlIssuanceJournalStore(database),
    keyPairs: new SqlCryptoTokenStore(database),
    keyUsages: new SqlKeyUsageStore(database),
    leases: new SqlLeaseStore(database),
    states: new SqlCaStateStore(database),
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
];
