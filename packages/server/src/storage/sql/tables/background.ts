/** Work in the background: jobs, timed services, notices and publications. */

export interface JobTable {
  id: number;
  kind: string;
  /** waiting, running, done, failed */
  state: string;
  /** JSON: where the job stands. */
  progress: string;
  lease_holder: string | null;
  lease_until_ms: number;
  created_ms: number;
  updated_ms: number;
  version: number;
}

/** When a timed service runs next and ran last, in one process or, without a node, in all of them as one. */
export interface TimedRunTable {
  worker_id: number;
  node: string;
  /** In words; the time of the next run was computed from it. */
  schedule: string;
  next_ms: number;
  started_ms: number | null;
  ended_ms: number | null;
  /** Problem of the last run; empty when it did everything. */
  problem: string;
}

/** Ends that services have reported: each object and end once. */
export interface NoticeTable {
  id: number;
  service_id: number;
  /** Names what ends: `certificate 17`. */
  object: string;
  ends_s: number;
  kind: string;
  /** JSON: what readers are told beside kind and end. */
  body: string;
  created_ms: number;
}

/** A message with notices that has not arrived yet. */
export interface NoticeMessageTable {
  id: number;
  channel: string;
  recipient: string;
  /** 32 hex digits, by which a receiver knows a repetition. */
  message_id: string;
  /** JSON: the ids of the notices. */
  notice_ids: string;
  attempts: number;
  next_ms: number;
  created_ms: number;
}

/** Entries of the queues of publishers. */
export interface PublicationTable {
  id: number;
  publisher_id: number;
  /** Names what is published: `certificate/17`, `ca/5`, `crl/5/0/base`. */
  object: string;
  /** Waiting (0), held for a person (1), published and kept (2). */
  state: number;
  attempts: number;
  next_ms: number;
  created_ms: number;
  problem: string;
}

/** The standing of publishers as a whole. */
export interface PublisherStandingTable {
  publisher_id: number;
  failing_since_ms: number | null;
  failures: number;
  next_ms: number;
  problem: string;
  succeeded_ms: number | null;
  version: number;
}
