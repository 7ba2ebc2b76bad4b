/** The settings of the limits of the listeners, with their units. */
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../kernel/http-limits.ts';

/** Each with the line that `--help` shows for it. */
export const LIMIT_SETTINGS = {
  'max-connections': 'NUMBER    connections of each listener at a time, fewer where fewer files may be open (10000)',
  'max-client-connections':
    'NUMBER    connections of one address at a time, on each listener but --ops; 0: no limit; trusted proxies have none (1000)',
  'max-client-requests':
    'NUMBER    requests of one address in a second, ten times as many at once; others are answered 429; 0: no limit (0)',
  'max-header-size': 'KIB       first line and headers of a request; others are answered 431 (32)',
  'max-body-size':
    'KIB       body of a request, for operations without a limit of their own; others are answered 413 (1024)',
  'tls-timeout': 'SECONDS   how long a TLS handshake may take (10)',
  'header-timeout': 'SECONDS   how long the headers of a request may take; then the answer is 408 (15)',
  'request-timeout': 'SECONDS   how long a request may take, headers and body; then the answer is 408 (120)',
  'keep-alive-timeout': 'SECONDS   how long a connection may wait for its next request (75)',
  'min-rate':
    'OCTETS    in a second, on average, that a body comes with, after 10 seconds, and an answer is taken with, after 60 (500)',
  'body-memory':
    'MIB       memory of all larger JSON bodies that are worked on at a time (64; with --workers above 16, 4 for each)',
  'body-wait': 'SECONDS   how long such a body waits for others; then the answer is 503 (20)',
} as const;

/** The name of a limit. */
type LimitSetting = keyof typeof LIMIT_SETTINGS;

/**
 * Reads the limits.
 *
 * @param workers - processes that they are divided among
 * @param refuse - is told what is wrong, and throws
 */
export function readHttpLimits(
  given: { readonly [S in LimitSetting]?: string },
  workers: number,
  refuse: (problem: string) => never,
): HttpLimits {
  const limits: { -readonly [M in keyof HttpLimits]: number } = {
    ...DEFAULT_HTTP_LIMITS,
    bodyMemoryOctets: Math.max(DEFAULT_HTTP_LIMITS.bodyMemoryOctets, workers * LEAST_BODY_MEMORY * MIB),
  };
  for (const [name, { member, unit, least, most }] of Object.entries(LIMITS)) {
    const text = given[name as LimitSetting];
    if (text === undefined) continue;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      refuse(`--${name} is '${text}'; it has to be a number from ${least} to ${most}`);
    const share = SHARED.get(name);
    const isUnlimited = number === 0;
    if (share !== undefined && workers > 1 && !isUnlimited && number < share * workers)
      refuse(
        `--${name} is '${text}'; with ${workers} worker processes it has to be at least ${share * workers}${least === 0 ? ', or 0' : ''}`,
      );
    limits[member] = number * unit;
  }
  if (limits.headersMs > limits.requestMs)
    refuse('--header-timeout is longer than --request-timeout, which includes it');
  return limits;
}

interface Limit {
  readonly member: keyof HttpLimits;
  /** One of the units of the setting, in that of the member. */
  readonly unit: number;
  readonly least: number;
  readonly most: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** In MiB, for one process. */
const LEAST_BODY_MEMORY = 4;
const SECOND = 1000;
const LIMITS: Readonly<Record<LimitSetting, Limit>> = {
  'max-connections': { member: 'connections', unit: 1, least: 16, most: 1_000_000 },
  'max-client-connections': { member: 'connectionsPerClient', unit: 1, least: 0, most: 1_000_000 },
  'max-client-requests': { member: 'requestsPerClient', unit: 1, least: 0, most: 1_000_000 },
  // Less does not hold a certificate that a proxy passes on.
  'max-header-size': { member: 'headerOctets', unit: KIB, least: 8, most: 256 },
  'max-body-size': { member: 'bodyOctets', unit: KIB, least: 64, most: 65_536 },
  'tls-timeout': { member: 'handshakeMs', unit: SECOND, least: 1, most: 120 },
  'header-timeout': { member: 'headersMs', unit: SECOND, least: 1, most: 3600 },
  'request-timeout': { member: 'requestMs', unit: SECOND, least: 1, most: 86_400 },
  'keep-alive-timeout': { member: 'keepAliveMs', unit: SECOND, least: 1, most: 3600 },
  'min-rate': { member: 'octetsPerSecond', unit: 1, least: 1, most: 1_000_000 },
  'body-memory': { member: 'bodyMemoryOctets', unit: MIB, least: LEAST_BODY_MEMORY, most: 65_536 },
  'body-wait': { member: 'bodyWaitMs', unit: SECOND, least: 1, most: 600 },
};
/** Limits that are divided among worker processes, with the least share of one. */
const SHARED: ReadonlyMap<string, number> = new Map([
  ['max-connections', 1],
  ['max-client-connections', 1],
  ['max-client-requests', 1],
  ['body-memory', LEAST_BODY_MEMORY],
]);
