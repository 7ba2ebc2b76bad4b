import type { Migration } from './migration.ts';

/** The description that an import of the configuration made a key pair for, so that a repeated import finds its own keys and no others. */
export const keysOfImports: Migration = {
  number: 20,
  name: 'keys-of-imports',
  statements: ({ text }) => [`ALTER TABLE crypto_token_key ADD COLUMN made_for ${text}`],
};
