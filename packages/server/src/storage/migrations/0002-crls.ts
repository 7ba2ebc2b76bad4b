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
    `CREATE TABLE crl_part (
      crl_id ${integer} NOT NULL,
      part ${integer} NOT NULL,
      der ${bytes} NOT NULL,
      created_ms ${integer} NOT NULL,
      PRIMARY KEY (crl_id, part)
    )${rowTable}`,
    `CREATE TABLE crl_number (
      ca_id ${integer} NOT NULL,
      partition ${integer} NOT NULL,
      number ${integer} NOT NULL,
      PRIMARY KEY (ca_id, partition)
    )${keyTable}`,
    `INSERT INTO crl_number (ca_id, partition, number) SELECT ca_id, partition, max(number) FROM crl GROUP BY ca_id, partition`,
    `CREATE TABLE crl_change (
      ca_id ${integer} NOT NULL,
      partition ${integer} NOT NULL,
      certificate_id ${integer} NOT NULL,
      version ${integer} NOT NULL,
      PRIMARY KEY (ca_id, partition, certificate_id, version)
    )${keyTable}`,
    `CREATE TABLE issuance_journal (
      id ${integer} PRIMARY KEY,
      ca_id ${integer} NOT NULL,
      serial ${bytes} NOT NULL,
      tbs ${bytes} NOT NULL,
      subject_dn ${text} NOT NULL,
      not_after_s ${integer} NOT NULL,
      crl_partition ${integer} NOT NULL,
      created_ms ${integer} NOT NULL,
      UNIQUE (ca_id, serial)
    )${rowTable}`,
  ],
};
