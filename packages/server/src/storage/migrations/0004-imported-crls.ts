import type { Migration } from './migration.ts';

/** Which CRLs were made elsewhere. */
export const importedCrls: Migration = {
  number: 4,
  name: 'imported-crls',
  statements: ({ integer }) => [`ALTER TABLE crl ADD COLUMN imported ${integer} NOT NULL DEFAULT 0`],
};
