/** Work in the background: jobs, timed services, notices and publications. */
import type { Tables } from '../columns.ts';

export const backgroundTables = {
  job: {
    id: 'integer',
    kind: 'text',
    /** waiting, running, done, failed */
    state: 'text',
    /** JSON: where the job stands. */
    progress: 'text',
    /** Reason why the last step failed; empty after one that did not. */
    problem: 'text',
    lease_holder: 'text?',
    lease_until_ms: 'integer',
    created_ms: 'integer',
    updated_ms: 'integer',
    version: 'integer',
  },
  /** When a timed service runs next and ran last, in one process or, without a node, in all of them as one. */
  timed_run: {
    worker_id: 'integer',
    node: 'text',
    /** In words; the time of the next run was computed from it. */
    schedule: 'text',
    next_ms: 'integer',
    started_ms: 'integer?',
    ended_ms: 'integer?',
    /** Problem of the last run; empty when it did everything. */
    problem: 'text',
  },
  /** Ends that services have reported: each object and end once. */
  notice: {
    id: 'integer',
    service_id: 'integer',
    /** Names what ends: `certificate 17`. */
    object: 'text',
    ends_s: 'integer',
    kind: 'text',
    /** JSON: what readers are told in addition to kind and end. */
    body: 'text',
    created_ms: 'integer',
  },
  /** A message with notices that has not arrived yet. */
  notice_message: {
    id: 'integer',
    channel: 'text',
    recipient: 'text',
    /** 32 hex digits, by which a receiver knows a repetition. */
    message_id: 'text',
    /** JSON: the ids of the notices. */
    notice_ids: 'text',
    attempts: 'integer',
    next_ms: 'integer',
    created_ms: 'integer',
  },
  /** Entries of the queues of publishers. */
  publication: {
    id: 'integer',
    publisher_id: 'integer',
    /** Names what is published: `certificate/17`, `ca/5`, `crl/5/0/base`. */
    object: 'text',
    /** Waiting (0), held for a person (1), published and kept (2). */
    state: 'integer',
    attempts: 'integer',
    next_ms: 'integer',
    created_ms: 'integer',
    problem: 'text',
  },
  /** Health of publishers. */
  publisher_standing: {
    publisher_id: 'integer',
    failing_since_ms: 'integer?',
    failures: 'integer',
    next_ms: 'integer',
    problem: 'text',
    succeeded_ms: 'integer?',
    version: 'integer',
  },
  service_lease: { name: 'text', holder: 'text', until_ms: 'integer' },
  /** When services ran last, and what came of it; the outcome is empty while a run goes on. */
  service_run: { service_id: 'integer', started_ms: 'integer', ended_ms: 'integer?', outcome: 'text', problem: 'text' },
  /** Notices that are in no message of a channel yet. */
  notice_pending: { channel: 'text', recipient: 'text', notice_id: 'integer' },
} as const satisfies Tables;
