/** The settings of the limits of the listeners, with their units. */
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from '../kernel/http-limits.ts';

interface Limit {
  readonly member: keyof HttpLimits;
  /** One of the units of the setting, in that of the member. */
  readonly unit: number;
  readonly least: number;
  readonly most: number;
  /** Least share of one worker process, in units of the setting; undefined for a limit that is not divided among them. */
  readonly share?: number;
  /** Line of `--help`. */
  readonly help: string;
}

const KIB = 1024;
const MIB = 1024 * KIB;
/** In MiB, for one process. */
const LEAST_BODY_MEMORY = 4;
const SECOND = 1000;
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
} as const satisfies Readonly<Record<string, Limit>>;

/** Settings of limits, each with its line of `--help`. */
export const LIMIT_SETTINGS = Object.fromEntries(
  Object.entries<Limit>(LIMITS).map(([name, { help }]) => [name, help]),
) as Readonly<Record<LimitSetting, string>>;

/** Limits that are divided among worker processes. */
export const SHARED_LIMITS: readonly (keyof HttpLimits)[] = Object.values<Limit>(LIMITS).flatMap(({ member, share }) =>
  share === undefined ? [] : [member],
);

/** The name of a limit. */
type LimitSetting = keyof typeof LIMITS;

/**
 * Reads the limits.
 *
 * @param workers - processes that they are divided among
 * @param refuse - receives the problem, and throws
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
  for (const [name, { member, unit, least, most, share }] of Object.entries<Limit>(LIMITS)) {
    const text = given[name as LimitSetting];
    if (text === undefined) continue;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= least && number <= most))
      refuse(`--${name} is '${text}'; it has to be a number from ${least} to ${most}`);
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
