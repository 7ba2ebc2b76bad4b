/** Threads that read what may visit more than 1,000 rows, and the tasks that they run. */
export {
  CHUNKS_AHEAD,
  type FromReader,
  type PostgresTimeouts,
  type ReaderSource,
  type ReaderThreadData,
  type ToReader,
} from './reader-messages.ts';
export { CommitActivity } from './commit-activity.ts';
export { SearchSteps } from './search-steps.ts';
export { steppedSearch } from './stepped-search.ts';
export { ReaderTimeoutError } from './errors.ts';
export { type ReaderLimits, ReaderPool } from './reader-pool.ts';
export { certificateMembers } from './certificates/certificate-members.ts';
export type { FoundCertificateRow } from './certificates/certificate-search.ts';
export type { FoundEndEntityRow } from './end-entities/end-entity-search.ts';
export type { ReaderTasks } from './reader-task.ts';
export { SEGMENT_CERTIFICATES, type TextSegmentInput } from './texts/text-segment.ts';
export { LIVE_SEGMENT } from './certificates/text-candidates.ts';
export type { UnsignedCrlInput, UnsignedCrlResult } from './crls/unsigned-crl.ts';
