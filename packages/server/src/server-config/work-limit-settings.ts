/** The settings of the limits of the work behind the listeners, with their units. */
import { DEFAULT_WORK_LIMITS, MOST_SORTED_AT_ONCE, type WorkLimits } from '../kernel/work-limits.ts';
import { ServerConfigError } from './errors.ts';
import { type GivenLimits, type LimitTable, MIB, readLimits, SECOND, settingsOf, sharedOf } from './limit-table.ts';

const LIMITS = {
  'search-timeout': {
    member: 'certificateSearchMs',
    unit: SECOND,
    least: 1,
    most: 3600,
    help: 'SECONDS   how long a search for certificates, or a count of them, may take (10)',
  },
  'end-entity-search-timeout': {
    member: 'endEntitySearchMs',
    unit: SECOND,
    least: 1,
    most: 3600,
    help: 'SECONDS   how long a search for end entities may take (30)',
  },
  'max-page-size': {
    member: 'pageResults',
    unit: 1,
    // Commands ask for pages of this size.
    least: 100,
    most: 1000,
    help: 'NUMBER    results on a page of a search, where the operation has no lower limit of its own (1000)',
  },
  'max-sorted-results': {
    member: 'sortedResults',
    unit: 1,
    least: 1000,
    most: MOST_SORTED_AT_ONCE,
    help: 'NUMBER    results up to the end of a page, in an order without an index, for which all are sorted (100000)',
  },
  'max-searches': {
    member: 'searches',
    unit: 1,
    least: 1,
    most: 64,
    help: 'NUMBER    searches that each process works on at a time (2)',
  },
  'search-queue': {
    member: 'waitingSearches',
    unit: 1,
    least: 1,
    most: 10_000,
    help: 'NUMBER    searches that wait for others in each process; beyond them the answer is 503 (32)',
  },
  'read-queue': {
    member: 'waitingReads',
    unit: 1,
    least: 10,
    most: 10_000,
    help: 'NUMBER    CRLs and other large reads that wait for a thread of a process; for others the answer is 503 (100)',
  },
  'commit-queue': {
    member: 'waitingUnits',
    unit: 1,
    least: 64,
    most: 1_000_000,
    help: 'NUMBER    acts that wait to be stored in each process; for others the answer is 503 (4096)',
  },
  'key-queue': {
    member: 'waitingKeyPairs',
    unit: 1,
    least: 1,
    most: 100_000,
    help: 'NUMBER    key pairs of keystores that wait to be generated in each process, in RSA keys of 2048 bits; for others the answer is 503 (512)',
  },
  'keystore-queue': {
    member: 'pendingKeystores',
    unit: 1,
    least: 1,
    most: 100_000,
    help: 'NUMBER    keystores that are made or wait in each process; for others the answer is 503 (512)',
  },
  'document-threads': {
    member: 'documents',
    unit: 1,
    least: 1,
    most: 64,
    help: 'NUMBER    large PDF documents, and as many XML documents, that each process reads at a time (2)',
  },
  'document-queue': {
    member: 'waitingDocuments',
    unit: 1,
    least: 1,
    most: 10_000,
    help: 'NUMBER    documents of a format that wait to be read in each process; for others the answer is 503 (256)',
  },
  'document-memory': {
    member: 'documentOctets',
    unit: MIB,
    least: 1,
    most: 65_536,
    share: 1,
    help: 'MIB       size of all documents of a format that are read or wait in memory, divided among worker processes (128)',
  },
  'document-wait': {
    member: 'documentWaitMs',
    unit: SECOND,
    least: 1,
    most: 600,
    help: 'SECONDS   how long a document waits to be read; then the answer is 503 (30)',
  },
  'document-time': {
    member: 'documentMs',
    unit: SECOND,
    least: 1,
    most: 3600,
    help: 'SECONDS   processor time for reading a document, in addition to two seconds for each MiB (5)',
  },
  'document-heap': {
    member: 'documentHeapOctets',
    unit: MIB,
    least: 64,
    most: 65_536,
    help: 'MIB       memory for what each thread makes of one document (2048)',
  },
  'spool-size': {
    member: 'spoolOctets',
    unit: MIB,
    least: 64,
    most: 16_777_216,
    share: 64,
    help: 'MIB       all uploaded documents and waiting answers, in files, divided among worker processes (8192)',
  },
  'spool-memory': {
    member: 'spoolMemoryOctets',
    unit: MIB,
    least: 1,
    most: 65_536,
    share: 1,
    help: 'MIB       uploaded documents and waiting answers that are kept in memory, none larger than 1 MiB; divided among worker processes (64)',
  },
} as const satisfies LimitTable<keyof WorkLimits>;

/** Settings of these limits, each with its line of `--help`. */
export const WORK_LIMIT_SETTINGS = settingsOf(LIMITS);

/** Limits that are divided among worker processes. */
export const SHARED_WORK_LIMITS = sharedOf<keyof WorkLimits>(LIMITS);

/** Reads the limits. @param workers - processes that they are divided among @throws {@link ServerConfigError} */
export function readWorkLimits(given: GivenLimits<typeof LIMITS>, workers: number): WorkLimits {
  const limits = readLimits<keyof WorkLimits>(LIMITS, DEFAULT_WORK_LIMITS, given, workers);
  const { searches, sortedResults } = limits;
  if (searches * sortedResults > MOST_SORTED_AT_ONCE)
    throw new ServerConfigError(
      `--max-sorted-results is ${sortedResults} and --max-searches ${searches}; their product has to be at most ${MOST_SORTED_AT_ONCE}: with ${searches} searches, --max-sorted-results at most ${Math.floor(MOST_SORTED_AT_ONCE / searches)}`,
    );
  return limits;
}
