import { initial } from './0001-initial.ts';
import { crls } from './0002-crls.ts';
import { caKeys } from './0003-ca-keys.ts';
import { importedCrls } from './0004-imported-crls.ts';
import { keyUsage } from './0005-key-usage.ts';
import { archive } from './0006-archive.ts';
import { archiveParts } from './0007-archive-parts.ts';
import { activationAttempts } from './0008-activation-attempts.ts';
import { timedRuns } from './0009-timed-runs.ts';
import { approvals } from './0010-approvals.ts';
import { serviceRuns } from './0011-service-runs.ts';
import { approvalVoters } from './0012-approval-voters.ts';
import { endEntities } from './0013-end-entities.ts';
import { keptKeys } from './0014-kept-keys.ts';
import { certificateSearch } from './0015-certificate-search.ts';
import { certificateTexts } from './0016-certificate-texts.ts';
import { certificateFingerprints } from './0017-certificate-fingerprints.ts';
import { notices } from './0018-notices.ts';
import { ocspResponders } from './0019-ocsp-responders.ts';
import { keysOfImports } from './0020-keys-of-imports.ts';
import { publications } from './0021-publications.ts';
import { formerOcspResponders } from './0022-former-ocsp-responders.ts';
import { certificateCounts } from './0023-certificate-counts.ts';
import { ocspAnswers } from './0024-ocsp-answers.ts';
import { jobProblems } from './0025-job-problems.ts';
import { certificateStatus } from './0026-certificate-status.ts';
import type { Migration } from './migration.ts';

/** All migrations in order; a number is given once and for ever. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  crls,
  caKeys,
  importedCrls,
  keyUsage,
  archive,
  archiveParts,
  activationAttempts,
  timedRuns,
  approvals,
  serviceRuns,
  approvalVoters,
  endEntities,
  keptKeys,
  certificateSearch,
  certificateTexts,
  certificateFingerprints,
  notices,
  ocspResponders,
  keysOfImports,
  publications,
  formerOcspResponders,
  certificateCounts,
  ocspAnswers,
  jobProblems,
  certificateStatus,
];
