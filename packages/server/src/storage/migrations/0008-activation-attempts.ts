import type { Migration } from './migration.ts';

/** Wrong activation codes, counted for all processes together. */
export const activationAttempts: Migration = {
  number: 8,
  name: 'activation-attempts',
  statements: ({ text, integer, keyTable }) => [
    `CREATE TABLE activation_attempt (
      lock ${text} PRIMARY KEY,
      wrong ${integer} NOT NULL,
      not_before_ms ${integer} NOT NULL,
      refused_code ${text}
    )${keyTable}`,
  ],
};
