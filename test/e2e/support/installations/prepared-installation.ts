/** An installation as a first start leaves it, copied for each server that needs no more than that. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import type { TemporaryDatabase } from '../../../../packages/server/test/temporary-database.ts';
import { startServer } from '../../../../packages/server/src/compose.ts';
import { systemClock } from '../../../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../../../packages/server/src/kernel/random.ts';
import { DEFAULT_HTTP_LIMITS } from '../../../../packages/server/src/kernel/http-limits.ts';
import { DEFAULT_WORK_LIMITS, type WorkLimits } from '../../../../packages/server/src/kernel/work-limits.ts';
import type { ServerConfig } from '../../../../packages/server/src/server-config/index.ts';
import type { Surroundings } from '../../../../packages/server/src/wiring/open-configured.ts';
import { prepareDirectory } from './prepared-directory.ts';
import {
  copyServerDatabase,
  newServerDatabase,
  preparedBesideDatabases,
  type Whereabouts,
  withDatabase,
} from './server-database.ts';

/** The default limits, but for the times that a busy machine exceeds. */
export const PATIENT_WORK_LIMITS: WorkLimits = {
  ...DEFAULT_WORK_LIMITS,
  certificateSearchMs: 600_000,
  endEntitySearchMs: 600_000,
  documentWaitMs: 600_000,
};

/** The settings of a server on free ports of this machine, with the defaults of all others. */
export function localConfig({ home, database }: Whereabouts): ServerConfig {
  const local = { host: '127.0.0.1', port: 0 };
  return {
    home,
    database,
    https: local,
    http: local,
    ops: local,
    workers: 1,
    names: [],
    publicUrl: undefined,
    compatibility: 'documented',
    signingCompatibility: 'documented',
    disabledServices: [],
    requestedWith: 'all',
    logLevel: 'debug',
    pkcs11: { libraries: [], binding: undefined, callTimeoutMs: 30_000 },
    workerDirectories: [],
    publisherDirectories: [],
    keystoreDirectories: [],
    outboundHosts: [],
    dnsResolvers: [],
    databaseConnections: { held: 14, required: 14 },
    rsaPool: { ready: 0, sizes: [] },
    trustedProxies: undefined,
    notices: { webhook: undefined, mail: undefined },
    limits: LIMITS,
    workLimits: PATIENT_WORK_LIMITS,
  };
}

/** Returns the surroundings of a server, with the time of day. */
export function localSurroundings(log: Surroundings['log']): Surroundings {
  return {
    clock: systemClock,
    random: systemRandom(),
    log,
    masterKeySecret: undefined,
    environment: {},
    version: '0.0.0-test',
  };
}

/** Tells whether a first start would make another installation because of these settings. */
export function decidesFirstStart(config: Partial<ServerConfig>, surroundings: Partial<Surroundings>): boolean {
  return [...Object.keys(config), ...Object.keys(surroundings)].some((name) => !WITHOUT_TRACE.has(name));
}

/**
 * Copies an installation into an empty directory, and into a database of its own where servers have one, which the caller removes.
 *
 * What nobody has prepared is made by a first start at once.
 */
export async function copyInstallation(home: string): Promise<TemporaryDatabase | undefined> {
  const prepared = await prepareDirectory({
    name: 'first start',
    make: makeInstallation,
    ...preparedBesideDatabases(),
  });
  const database = await copyServerDatabase(readFileSync(path.join(prepared, TEMPLATE), 'utf8'));
  cpSync(path.join(prepared, HOME), home, { recursive: true });
  return database;
}

/**
 * Stops the server before it runs anything in the background, so that a copy does then what a first start would have done. On a busy machine it may have
 * noted by then when its tasks are due, and they would soon be due in every copy.
 */
async function makeInstallation(directory: string): Promise<void> {
  const database = await newServerDatabase();
  const home = path.join(directory, HOME);
  const running = await startServer(
    localConfig({ home, database: database?.url }),
    localSurroundings(pino({ level: 'silent' })),
  );
  await running.stop();
  withDatabase({ home, database: database?.url }, (opened) => opened.exec('DELETE FROM service_lease'));
  writeFileSync(path.join(directory, TEMPLATE), database === undefined ? '' : new URL(database.url).pathname.slice(1));
}

/**
 * A test that runs other programs synchronously keeps this process from noticing that a connection has been idle. A server in it that closes
 * such a one would meet the next request on it.
 */
const LIMITS = { ...DEFAULT_HTTP_LIMITS, keepAliveMs: 3_600_000 };
/** The settings of a server that its first start leaves no trace of. */
const WITHOUT_TRACE = new Set([
  'trustedProxies',
  'limits',
  'workLimits',
  'compatibility',
  'signingCompatibility',
  'disabledServices',
  'requestedWith',
  'logLevel',
  'pkcs11',
  'workerDirectories',
  'publisherDirectories',
  'keystoreDirectories',
  'outboundHosts',
  'rsaPool',
  'databaseConnections',
  'databaseClock',
  'environment',
  'log',
  'version',
]);
const HOME = 'home';
const TEMPLATE = 'template';
