import type { Migration } from './migration.ts';

/** OCSP answers that were signed ahead of the requests for them. */
export const ocspAnswers: Migration = {
  number: 24,
  name: 'ocsp-answers',
  statements: ({ integer, bytes, rowTable }) => [
    `CREATE TABLE ocsp_answer (
      id ${integer} PRIMARY KEY,
      ca_id ${integer} NOT NULL,
      serial ${bytes} NOT NULL,
      hash_bits ${integer} NOT NULL,
      certificate_version ${integer} NOT NULL,
      signer_sha256 ${bytes} NOT NULL,
      produced_at_s ${integer} NOT NULL,
      this_update_s ${integer} NOT NULL,
      next_update_s ${integer} NOT NULL,
      tbs ${bytes} NOT NULL,
      signature ${bytes} NOT NULL
    )${rowTable}`,
    `CREATE UNIQUE INDEX ocsp_answer_serial ON ocsp_answer (ca_id, serial, hash_bits)`,
    `CREATE INDEX ocsp_answer_end ON ocsp_answer (next_update_s)`,
  ],
};
