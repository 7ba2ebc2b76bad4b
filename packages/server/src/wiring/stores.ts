/** The stores of an installation, and everything that they write. */
import { SqlActivationAttemptStore } from '../storage/stores/activation-attempt-store.ts';
import { approvalWriteDefinitions, SqlApprovalStore } from '../storage/stores/approval-store.ts';
import { archiveWriteDefinitions } from '../storage/stores/archive-store.ts';
import { auditWriteDefinitions } from '../storage/stores/audit-store.ts';
import { caStateWriteDefinitions, SqlCaStateStore } from '../storage/stores/ca-state-store.ts';
import { certificateWriteDefinitions, SqlCertificateStore } from '../storage/stores/certificate-store.ts';
import { crlWriteDefinitions, SqlCrlStore } from '../storage/stores/crl-store.ts';
import { cryptoTokenWrites, SqlCryptoTokenStore } from '../storage/stores/crypto-token-store.ts';
import { documentWrites } from '../storage/stores/document-store.ts';
import { endEntityWriteDefinitions, SqlEndEntityStore } from '../storage/stores/end-entity-store.ts';
import { installationWriteDefinitions, SqlInstallationStore } from '../storage/stores/installation-store.ts';
import { issuanceJournalWrites, SqlIssuanceJournalStore } from '../storage/stores/issuance-journal-store.ts';
import { JobStore, jobWriteDefinitions } from '../storage/stores/job-store.ts';
import { SqlKeyUsageStore } from '../storage/stores/key-usage-store.ts';
import type { Database } from '../storage/engine/database.ts';

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
