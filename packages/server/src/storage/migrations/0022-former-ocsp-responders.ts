import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Retired OCSP responder keys, kept until their certificates expire. */
export const formerOcspResponders: Migration = {
  number: 22,
  name: 'former-ocsp-responders',
  statements: ({ integer, text, bytes, rowTable }) => [
    createTable('former_ocsp_responder', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'ca_id', 'token_id'),
      notNull(text, 'key_alias'),
      notNull(bytes, 'certificate'),
      notNull(integer, 'not_after_s'),
    ]),
    `CREATE INDEX former_ocsp_responder_ca ON former_ocsp_responder (ca_id, id)`,
    `CREATE INDEX former_ocsp_responder_token ON former_ocsp_responder (token_id, id)`,
    `CREATE INDEX former_ocsp_responder_end ON former_ocsp_responder (not_after_s)`,
  ],
};
