import type { Migration } from './migration.ts';

/** The delegated OCSP responders of CAs. */
export const ocspResponders: Migration = {
  number: 19,
  name: 'ocsp-responders',
  statements: ({ integer, text, bytes, rowTable }) => [
    `CREATE TABLE ocsp_responder (
      id ${integer} PRIMARY KEY,
      ca_id ${integer} NOT NULL,
      issuer_key_sha256 ${bytes} NOT NULL,
      token_id ${integer} NOT NULL,
      key_alias ${text} NOT NULL,
      certificate ${bytes} NOT NULL,
      not_after_s ${integer} NOT NULL,
      created_ms ${integer} NOT NULL,
      version ${integer} NOT NULL,
      UNIQUE (ca_id, issuer_key_sha256)
    )${rowTable}`,
    `CREATE INDEX ocsp_responder_token ON ocsp_responder (token_id, id)`,
  ],
};
