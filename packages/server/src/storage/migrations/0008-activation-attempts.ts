import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Wrong activation codes, counted for all processes together. */
export const activationAttempts: Migration = {
  number: 8,
  name: 'activation-attempts',
  statements: ({ text, integer, keyTable }) => [
    createTable('activation_attempt', keyTable, [
      `lock ${text} PRIMARY KEY`,
      notNull(integer, 'wrong', 'not_before_ms'),
      `refused_code ${text}`,
    ]),
  ],
};
