import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Delta CRLs, CRLs in parts, and the journal of certificates that are about to be signed. */
export const crls: Migration = {
  number: 2,
  name: 'crls',
  statements: ({ integer, text, bytes, rowTable, keyTable }) => [
    `ALTER TABLE crl ADD COLUMN octets ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE crl ADD COLUMN parts ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE crl ADD COLUMN delta_base ${integer} NOT NULL DEFAULT 0`,
    `UPDATE crl SET octets = length(der)`,
    createTable('crl_part', rowTable, [
      notNull(integer, 'crl_id', 'part'),
      notNull(bytes, 'der'),
      notNull(integer, 'created_ms'),
      'PRIMARY KEY (crl_id, part)',
    ]),
    createTable('crl_number', keyTable, [
      notNull(integer, 'ca_id', 'partition', 'number'),
      'PRIMARY KEY (ca_id, partition)',
    ]),
    `INSERT INTO crl_number (ca_id, partition, number) SELECT ca_id, partition, max(number) FROM crl GROUP BY ca_id, partition`,
    createTable('crl_change', keyTable, [
      notNull(integer, 'ca_id', 'partition', 'certificate_id', 'version'),
      'PRIMARY KEY (ca_id, partition, certificate_id, version)',
    ]),
    createTable('issuance_journal', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id'),
      notNull(bytes, 'serial', 'tbs'),
      notNull(text, 'subject_dn'),
      notNull(integer, 'not_after_s', 'crl_partition', 'created_ms'),
      'UNIQUE (ca_id, serial)',
    ]),
  ],
};
