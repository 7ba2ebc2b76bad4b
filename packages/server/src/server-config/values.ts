/** Readers of values. Each refuses, with the name of the setting, what would be not a value of it. */
import path from 'node:path';
import { DEFAULT_WORK_LIMITS, READS_BESIDE_SEARCHES } from '../kernel/work-limits.ts';
import type { Endpoint, ServerConfig } from './config.ts';
import { ServerConfigError } from './errors.ts';
import type { GivenSettings, Setting } from './settings.ts';

export function endpoint(setting: Setting, text: string): Endpoint {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new ServerConfigError(
      `--${setting} is '${text}'; it has to be HOST:PORT, such as 127.0.0.1:8443 or [::1]:8443`,
    );
  }
  return { host: match[1] ?? (match[2] === '' ? '::' : match[2]!), port };
}

export function database(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  // The value may hold a password: it is not repeated.
  throw new ServerConfigError('--database has to be a URL that begins with postgres://');
}

/** Six at least for each process: two write; of the others one at least reads for requests, and one for what visits many rows. */
export function databaseConnections(text: string | undefined, workers: number): number {
  const processes = processesOf(workers);
  if (text === undefined)
    return workers === 1 ? CONNECTIONS_ALONE : FEWEST_CONNECTIONS + CONNECTIONS_OF_WORKER * workers;
  const [least, most] = [FEWEST_CONNECTIONS * processes, MOST_CONNECTIONS * processes];
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= least && number <= most) return number;
  const why = workers === 1 ? '' : `, for ${workers} worker processes and their supervisor`;
  throw new ServerConfigError(
    `--database-connections is '${text}'; it has to be a number from ${least} to ${most}${why}`,
  );
}

/** Returns the number of connections that a process needs for `searches` at a time: two write, and searches and other large reads have a third of the rest. */
export function connectionsForSearches(searches: number): number {
  return CONNECTIONS_THAT_WRITE + 3 * (searches + READS_BESIDE_SEARCHES);
}

/**
 * Checks that the connections to PostgreSQL carry more searches than usual. With fewer searches a process may have fewer connections: then some wait
 * for each other's.
 *
 * @param connections - of all processes together
 */
export function requireConnectionsForSearches(searches: number, connections: number, workers: number): void {
  const [supervisor, processes] = workers === 1 ? [0, 1] : [FEWEST_CONNECTIONS, workers];
  const least = supervisor + connectionsForSearches(searches) * processes;
  if (searches <= DEFAULT_WORK_LIMITS.searches || connections >= least) return;
  throw new ServerConfigError(
    `--max-searches is ${searches} and --database-connections ${connections}; that many searches at a time need ${least} connections${workers === 1 ? '' : ` with ${workers} worker processes`}`,
  );
}

/** With several worker processes there is a supervisor. */
function processesOf(workers: number): number {
  return workers === 1 ? 1 : workers + 1;
}

export function names(text: string | undefined): readonly string[] {
  const list = items(text);
  for (const name of list) {
    if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(name))
      throw new ServerConfigError(`--name is '${name}'; it has to be a host name or an address`);
  }
  return list;
}

/** A library's name alone would be looked for along a path that others may write to. */
export function paths(setting: Setting, text: string | undefined): readonly string[] {
  return items(text).map((file) => directory(setting, file));
}

export function compatibility({
  compatibility: text = 'documented',
}: GivenSettings): Pick<ServerConfig, 'compatibility' | 'signingCompatibility'> {
  const modes = items(text).map((mode) => oneOf('compatibility', mode, ['documented', 'ejbca', 'signserver']));
  return {
    compatibility: modes.includes('ejbca') ? 'ejbca' : 'documented',
    signingCompatibility: modes.includes('signserver') ? 'signserver' : 'documented',
  };
}

/** SignServer asks for the header of administration and uploads only. */
export function requestedWith(given: GivenSettings): ServerConfig['requestedWith'] {
  const usual = compatibility(given).signingCompatibility === 'signserver' ? 'admin-and-multipart' : 'all';
  const text = given['requested-with-header'] ?? usual;
  return oneOf('requested-with-header', text, ['all', 'admin-and-multipart', 'off']);
}

export function directory<T extends string | undefined>(setting: Setting, text: T): T {
  if (text === undefined || path.isAbsolute(text)) return text;
  throw new ServerConfigError(`--${setting} is '${text}'; it has to be an absolute path`);
}

export function seconds(setting: Setting, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ServerConfigError(`--${setting} is '${text}'; it has to be a number of seconds from 1 to 9999`);
}

export function rsaPool(text: string): number {
  if (/^(\d{1,2}|100)$/.test(text)) return Number(text);
  throw new ServerConfigError(`--rsa-pool is '${text}'; it has to be a number from 0 to 100`);
}

export function workers(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_WORKERS) return number;
  throw new ServerConfigError(`--workers is '${text}'; it has to be a number from 1 to ${MAX_WORKERS}`);
}

export function rsaPoolSizes(text: string | undefined): readonly number[] {
  const sizes = items(text);
  if (sizes.length > MAX_POOL_SIZES)
    throw new ServerConfigError(`--rsa-pool-size has ${sizes.length} sizes; ${MAX_POOL_SIZES} are the most`);
  return sizes.map((size) => {
    if (/^\d{4}$/.test(size) && Number(size) >= 2048 && Number(size) <= 4096 && Number(size) % 8 === 0)
      return Number(size);
    throw new ServerConfigError(
      `--rsa-pool-size is '${size}'; it has to be a size from 2048 to 4096 bits, a multiple of 8`,
    );
  });
}

export function items(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export function oneOf<const T extends string>(setting: Setting, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new ServerConfigError(`--${setting} is '${text}'; it has to be one of ${values.join(', ')}`);
  return found;
}

const MAX_WORKERS = 64;
const FEWEST_CONNECTIONS = 6;
const CONNECTIONS_THAT_WRITE = 2;
const MOST_CONNECTIONS = 200;
const CONNECTIONS_ALONE = 14;
const CONNECTIONS_OF_WORKER = 10;
const MAX_POOL_SIZES = 4;
