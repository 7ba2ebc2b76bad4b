/** Limits of the work that requests cause behind the listeners: searches, queues, documents that are read. */

/** Limits of searches. */
export interface SearchLimits {
  /** For a page of certificates, or a count of them. */
  readonly certificateSearchMs: number;
  /** For a page of end entities. */
  readonly endEntitySearchMs: number;
  /** Results on a page. */
  readonly pageResults: number;
  /** Results up to the end of a page, in an order without an index: all of them are sorted. */
  readonly sortedResults: number;
  /** Searches that a process works on at a time. */
  readonly searches: number;
  /** Searches that wait for these. */
  readonly waitingSearches: number;
}

/** Lengths of queues, each for one process. */
export interface QueueLimits {
  /** Tasks other than searches that wait for a reader thread. */
  readonly waitingReads: number;
  /** Units that wait to be stored. */
  readonly waitingUnits: number;
  /** Key pairs that wait to be generated, in RSA key pairs of 2,048 bits. */
  readonly waitingKeyPairs: number;
  /** Keystores that are made: from before their key is generated until they are written. */
  readonly pendingKeystores: number;
}

/** Limits of documents that are read in threads, for each of the formats PDF and XML. */
export interface DocumentLimits {
  /** Threads, each of which reads one document at a time. */
  readonly documents: number;
  /** Documents that wait for these. */
  readonly waitingDocuments: number;
  /** Octets of the documents that are read or wait, those that are in files not counted. */
  readonly documentOctets: number;
  /** For a document to wait. */
  readonly documentWaitMs: number;
  /** Processor time for a document, in addition to {@link MS_PER_MEBIBYTE} for each of its MiB. */
  readonly documentMs: number;
  /** Octets that a thread may take for what it makes of a document. */
  readonly documentHeapOctets: number;
}

/** Limits of uploads and answers that wait in files. */
export interface SpoolLimits {
  readonly spoolOctets: number;
  /** Octets of those among them that are kept in memory. */
  readonly spoolMemoryOctets: number;
}

/** All of them. */
export interface WorkLimits extends SearchLimits, QueueLimits, DocumentLimits, SpoolLimits {}

/** Limits that hold unless others are set. */
export const DEFAULT_WORK_LIMITS: WorkLimits = {
  // As long as clients of other programs wait for a database.
  certificateSearchMs: 10_000,
  endEntitySearchMs: 30_000,
  pageResults: 1000,
  sortedResults: 100_000,
  searches: 2,
  waitingSearches: 32,
  waitingReads: 100,
  waitingUnits: 4096,
  // About ten seconds of work: this many of 2,048 bits, or two of 8,192.
  waitingKeyPairs: 512,
  // About twenty seconds.
  pendingKeystores: 512,
  documents: 2,
  waitingDocuments: 256,
  documentOctets: 128 * 1024 * 1024,
  documentWaitMs: 30_000,
  documentMs: 5000,
  documentHeapOctets: 2048 * 1024 * 1024,
  spoolOctets: 8 * 1024 * 1024 * 1024,
  spoolMemoryOctets: 64 * 1024 * 1024,
};

/** Heap of a thread that reads much, in MiB. It holds what the searches of a process sort. */
export const READER_HEAP_MIB = 512;
/** Results that all searches of a process may sort at a time: each is held twice over, in about 250 octets. */
export const MOST_SORTED_AT_ONCE = Math.floor((READER_HEAP_MIB / 512) * 1_000_000);
/** Tasks other than searches that a thread that reads much works on at a time. */
export const READS_BESIDE_SEARCHES = 2;
/** Many times what documents take: 20 MB of records are read in 2 s, on a machine that does nothing else. */
export const MS_PER_MEBIBYTE = 2000;
