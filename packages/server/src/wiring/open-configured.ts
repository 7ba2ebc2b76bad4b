import type { Logger } from 'pino';
import { HomeDirectory } from '../home-directory.ts';
import type { HostClock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { ServerConfig } from '../server-config/index.ts';
import type { DatabaseClock } from '../storage/index.ts';
import { type Installation, openInstallation } from './installation.ts';
import { readNoticeSecrets } from './notice-senders.ts';
import type { Supervisor } from './installation-deps.ts';
import { openSealer } from '../tokens/index.ts';

/** Surroundings that do not come from the settings; tests replace them. */
export interface Surroundings {
  readonly clock: HostClock;
  /** As {@link openInstallation} takes it. */
  readonly databaseClock?: DatabaseClock;
  readonly random: Random;
  readonly log: Logger;
  /** Base64 of the master key, when it is not to be kept in the home directory. A secret. */
  readonly masterKeySecret: string | undefined;
  /** Environment variables for PKCS #11 libraries, which read their own settings there. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Version of this program. */
  readonly version: string;
}

/** Everything that the settings name, open. */
export interface ConfiguredInstallation {
  readonly home: HomeDirectory;
  readonly installation: Installation;
  /** Logs errors of background work. */
  readonly onBackgroundError: (error: unknown) => void;
}

/**
 * Opens the home directory, the master key and the installation of the settings. The caller closes the installation.
 *
 * @throws AppError when one of them cannot be used
 */
export async function openConfigured(
  {
    home: directory,
    notices,
    database,
    databaseConnections,
    pkcs11,
    workerDirectories,
    publisherDirectories,
    keystoreDirectories,
    outboundHosts,
    dnsResolvers,
    rsaPool,
    publicUrl,
    workLimits,
  }: Pick<
    ServerConfig,
    | 'home'
    | 'notices'
    | 'database'
    | 'databaseConnections'
    | 'pkcs11'
    | 'workerDirectories'
    | 'publisherDirectories'
    | 'keystoreDirectories'
    | 'outboundHosts'
    | 'dnsResolvers'
    | 'rsaPool'
    | 'publicUrl'
    | 'workLimits'
  >,
  { clock, databaseClock, random, log, masterKeySecret, environment }: Surroundings,
  supervisor?: Supervisor,
): Promise<ConfiguredInstallation> {
  const home = await HomeDirectory.open(directory);
  const sealer = await openSealer(home, random, masterKeySecret);
  const onBackgroundError = (error: unknown, task?: string) =>
    log.error({ err: error, task }, 'background task failed');
  const installation = await openInstallation({
    home,
    notices: await readNoticeSecrets(notices, environment),
    writeNoticeLog: (notice) => log.warn({ notice }, 'ends soon'),
    database,
    databaseConnections,
    sealer,
    ...(supervisor && { supervisor }),
    clock,
    ...(databaseClock && { databaseClock }),
    random,
    pkcs11: { ...pkcs11, environment },
    workerDirectories,
    publisherDirectories,
    keystoreDirectories,
    outboundHosts,
    dnsResolvers,
    rsaPool,
    limits: workLimits,
    importVariables: (name) => environment[name],
    publicUrl,
    onBackgroundError,
    writeOutboundLog: ({ url, reason }) => log.warn({ url, reason }, 'request to another host failed'),
    writeDnsLog: ({ domain, reason }) => log.warn({ domain, reason }, 'lookup of CAA records failed'),
    writeWorkerLog: ({ level, text, fields }) => {
      // A line format of the operator's own already holds what the operator wants to see.
      if (text === undefined) log[level]({ worker: fields }, 'processed');
      else log[level](text);
    },
    writeTimedRunLog: ({ level, ...run }) =>
      log[level](run, level === 'info' ? 'timed service ran' : 'timed service failed'),
  });
  return { home, installation, onBackgroundError };
}
