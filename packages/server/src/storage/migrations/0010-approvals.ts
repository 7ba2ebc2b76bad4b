import { createTable, notNull } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Requests that wait for the approval of others, and what was decided on them. */
export const approvals: Migration = {
  number: 10,
  name: 'approvals',
  statements: ({ integer, text, bytes, rowTable }) => [
    createTable('approval_request', rowTable, [
      `id ${integer} PRIMARY KEY`,
      `public_id ${integer} NOT NULL UNIQUE`,
      notNull(integer, 'type', 'status'),
      notNull(text, 'act_key'),
      `open_act_key ${text} UNIQUE`,
      notNull(integer, 'ca_id'),
      `end_entity_profile_id ${integer}`,
      notNull(text, 'requester_identity', 'requester_name'),
      notNull(bytes, 'requester_certificate'),
      notNull(integer, 'requester_issuer_ca_id'),
      notNull(text, 'requester_address', 'profile', 'shown', 'act'),
      notNull(integer, 'created_ms', 'expires_ms', 'version'),
    ]),
    `CREATE INDEX approval_request_by_status ON approval_request (status, created_ms, id)`,
    createTable('approval_decision', rowTable, [
      `id ${integer} PRIMARY KEY`,
      notNull(integer, 'request_id', 'step_identifier', 'partition_identifier', 'approved'),
      notNull(text, 'identity', 'administrator', 'comment', 'property_values'),
      notNull(integer, 'time_ms'),
      'UNIQUE (request_id, step_identifier, partition_identifier, identity)',
    ]),
  ],
};
