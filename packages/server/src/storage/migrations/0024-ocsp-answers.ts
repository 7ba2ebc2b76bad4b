import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** OCSP answers that were signed ahead of the requests for them. */
export const ocspAnswers: Migration = {
  number: 24,
  name: 'ocsp-answers',
  statements: ({ integer, bytes, rowTable }) => [
    createTable('ocsp_answer', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id'),
      notNull(bytes, 'serial'),
      notNull(integer, 'hash_bits', 'certificate_version'),
      notNull(bytes, 'signer_sha256'),
      notNull(integer, 'produced_at_s', 'this_update_s', 'next_update_s'),
      notNull(bytes, 'tbs', 'signature'),
    ]),
    `CREATE UNIQUE INDEX ocsp_answer_serial ON ocsp_answer (ca_id, serial, hash_bits)`,
    `CREATE INDEX ocsp_answer_end ON ocsp_answer (next_update_s)`,
  ],
};
