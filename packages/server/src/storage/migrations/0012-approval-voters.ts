import type { Migration } from './migration.ts';

/** The certificates of those who decided: whether their approvals still count is found out when others decide. */
export const approvalVoters: Migration = {
  number: 12,
  name: 'approval-voters',
  statements: ({ integer, bytes }) => [
    `ALTER TABLE approval_decision ADD COLUMN voter_certificate ${bytes}`,
    `ALTER TABLE approval_decision ADD COLUMN voter_issuer_ca_id ${integer}`,
  ],
};
