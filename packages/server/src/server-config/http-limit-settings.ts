/** The settings of the limits of the listeners, with their units. */
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../kernel/http-limits.ts';
import { ServerConfigError } from './errors.ts';
import {
  type GivenLimits,
  KIB,
  type LimitTable,
  MIB,
  readLimits,
  SECOND,
  settingsOf,
  sharedOf,
} from './limit-table.ts';

/** In MiB, for one process. */
const LEAST_BODY_MEMORY = 4;
const LIMITS = {
  'max-connections': {
    member: 'connections',
    unit: 1,
    least: 16,
    most: 1_000_000,
    share: 1,
    help: 'NUMBER    connections of each listener at a time, fewer where fewer files may be open (10000)',
  },
  'max-client-connections': {
    member: 'connectionsPerClient',
    unit: 1,
    least: 0,
    most: 1_000_000,
    share: 1,
    help: 'NUMBER    connections of one address at a time, on each listener but --ops; 0: no limit; trusted proxies have none (1000)',
  },
  'max-client-requests': {
    member: 'requestsPerClient',
    unit: 1,
    least: 0,
    most: 1_000_000,
    share: 1,
    help: 'NUMBER    requests of one address in a second, ten times as many at once; others are answered 429; 0: no limit (0)',
  },
  // Less does not hold a certificate that a proxy passes on.
  'max-header-size': {
    member: 'headerOctets',
    unit: KIB,
    least: 8,
    most: 256,
    help: 'KIB       first line and headers of a request; others are answered 431 (32)',
  },
  'max-body-size': {
    member: 'bodyOctets',
    unit: KIB,
    least: 64,
    most: 65_536,
    help: 'KIB       body of a request, for operations without a limit of their own; others are answered 413 (1024)',
  },
  'tls-timeout': {
    member: 'handshakeMs',
    unit: SECOND,
    least: 1,
    most: 120,
    help: 'SECONDS   how long a TLS handshake may take (10)',
  },
  'header-timeout': {
    member: 'headersMs',
    unit: SECOND,
    least: 1,
    most: 3600,
    help: 'SECONDS   how long the headers of a request may take; then the answer is 408 (15)',
  },
  'request-timeout': {
    member: 'requestMs',
    unit: SECOND,
    least: 1,
    most: 86_400,
    help: 'SECONDS   how long a request may take, headers and body; then the answer is 408 (120)',
  },
  'keep-alive-timeout': {
    member: 'keepAliveMs',
    unit: SECOND,
    least: 1,
    most: 3600,
    help: 'SECONDS   how long a connection may wait for its next request (75)',
  },
  'min-rate': {
    member: 'octetsPerSecond',
    unit: 1,
    least: 1,
    most: 1_000_000,
    help: 'OCTETS    in a second, on average, that a body comes with, after 10 seconds, and an answer is taken with, after 60 (500)',
  },
  'body-memory': {
    member: 'bodyMemoryOctets',
    unit: MIB,
    least: LEAST_BODY_MEMORY,
    most: 65_536,
    share: LEAST_BODY_MEMORY,
    help: 'MIB       memory of all larger JSON bodies that are worked on at a time (64; with --workers above 16, 4 for each)',
  },
  'answer-memory': {
    member: 'answerMemoryOctets',
    unit: MIB,
    least: 1,
    most: 65_536,
    share: 1,
    help: 'MIB       memory of all larger answers that their clients have not taken yet; beyond it they wait in files (64)',
  },
  'body-wait': {
    member: 'bodyWaitMs',
    unit: SECOND,
    least: 1,
    most: 600,
    help: 'SECONDS   how long such a body waits for others; then the answer is 503 (20)',
  },
} as const satisfies LimitTable<keyof HttpLimits>;

/** Settings of limits, each with its line of `--help`. */
export const HTTP_LIMIT_SETTINGS = settingsOf(LIMITS);

/** Limits that are divided among worker processes. */
export const SHARED_HTTP_LIMITS = sharedOf<keyof HttpLimits>(LIMITS);

/** Reads the limits. @param workers - processes that they are divided among @throws {@link ServerConfigError} */
export function readHttpLimits(given: GivenLimits<typeof LIMITS>, workers: number): HttpLimits {
  const bodyMemoryOctets = Math.max(DEFAULT_HTTP_LIMITS.bodyMemoryOctets, workers * LEAST_BODY_MEMORY * MIB);
  const defaults = { ...DEFAULT_HTTP_LIMITS, bodyMemoryOctets };
  const limits = readLimits<keyof HttpLimits>(LIMITS, defaults, given, workers);
  if (limits.headersMs > limits.requestMs)
    throw new ServerConfigError('--header-timeout is longer than --request-timeout, which includes it');
  return limits;
}
