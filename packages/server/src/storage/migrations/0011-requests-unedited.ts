import type { Migration } from './migration.ts';

/** Nobody edits a request that waits for approval. */
export const requestsUnedited: Migration = {
  number: 11,
  name: 'requests-unedited',
  statements: () => [`ALTER TABLE approval_request DROP COLUMN edited_by`],
};
