import type { Migration } from './migration.ts';

/** Requests that wait for the approval of others, and what was decided on them. */
export const approvals: Migration = {
  number: 10,
  name: 'approvals',
  statements: ({ integer, text, bytes, rowTable }) => [
    `CREATE TABLE approval_request (
      id ${integer} PRIMARY KEY,
      public_id ${integer} NOT NULL UNIQUE,
      type ${integer} NOT NULL,
      status ${integer} NOT NULL,
      act_key ${text} NOT NULL,
      open_act_key ${text} UNIQUE,
      ca_id ${integer} NOT NULL,
      end_entity_profile_id ${integer},
      requester_identity ${text} NOT NULL,
      requester_name ${text} NOT NULL,
      requester_certificate ${bytes} NOT NULL,
      requester_issuer_ca_id ${integer} NOT NULL,
      requester_address ${text} NOT NULL,
      profile ${text} NOT NULL,
      shown ${text} NOT NULL,
      act ${text} NOT NULL,
      created_ms ${integer} NOT NULL,
      expires_ms ${integer} NOT NULL,
      version ${integer} NOT NULL
    )${rowTable}`,
    `CREATE INDEX approval_request_by_status ON approval_request (status, created_ms, id)`,
    `CREATE TABLE approval_decision (
      id ${integer} PRIMARY KEY,
      request_id ${integer} NOT NULL,
      step_identifier ${integer} NOT NULL,
      partition_identifier ${integer} NOT NULL,
      approved ${integer} NOT NULL,
      identity ${text} NOT NULL,
      administrator ${text} NOT NULL,
      comment ${text} NOT NULL,
      property_values ${text} NOT NULL,
      time_ms ${integer} NOT NULL,
      UNIQUE (request_id, step_identifier, partition_identifier, identity)
    )${rowTable}`,
  ],
};
