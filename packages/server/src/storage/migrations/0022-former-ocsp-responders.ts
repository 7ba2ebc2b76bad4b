import type { Migration } from './migration.ts';

/** Retired OCSP responder keys, kept until their certificates expire. */
export const formerOcspResponders: Migration = {
  number: 22,
  name: 'former-ocsp-responders',
  statements: ({ integer, text, bytes, rowTable }) => [
    `CREATE TABLE former_ocsp_responder (
      id ${integer} PRIMARY KEY,
      ca_id ${integer} NOT NULL,
      token_id ${integer} NOT NULL,
      key_alias ${text} NOT NULL,
      certificate ${bytes} NOT NULL,
      not_after_s ${integer} NOT NULL
    )${rowTable}`,
    `CREATE INDEX former_ocsp_responder_ca ON former_ocsp_responder (ca_id, id)`,
    `CREATE INDEX former_ocsp_responder_token ON former_ocsp_responder (token_id, id)`,
    `CREATE INDEX former_ocsp_responder_end ON former_ocsp_responder (not_after_s)`,
  ],
};
