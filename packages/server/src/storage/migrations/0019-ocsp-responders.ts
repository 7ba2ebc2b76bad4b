import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** The delegated OCSP responders of CAs. */
export const ocspResponders: Migration = {
  number: 19,
  name: 'ocsp-responders',
  statements: ({ integer, text, bytes, rowTable }) => [
    createTable('ocsp_responder', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id'),
      notNull(bytes, 'issuer_key_sha256'),
      notNull(integer, 'token_id'),
      notNull(text, 'key_alias'),
      notNull(bytes, 'certificate'),
      notNull(integer, 'not_after_s', 'created_ms', 'version'),
      'UNIQUE (ca_id, issuer_key_sha256)',
    ]),
    `CREATE INDEX ocsp_responder_token ON ocsp_responder (token_id, id)`,
  ],
};
