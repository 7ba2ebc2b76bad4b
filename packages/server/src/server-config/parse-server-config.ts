/** The settings of a server process: arguments before environment before `sealwright.yaml` before defaults. */
import os from 'node:os';
import path from 'node:path';
import { SERVICE_NAMES } from '../kernel/service-names.ts';
import type { ServerConfig } from './config.ts';
import { fromEnvironment, fromYaml } from './given-settings.ts';
import { readHttpLimits } from './http-limit-settings.ts';
import { dnsResolvers, mail, outboundHosts, publicUrl, trustedProxies, webhook } from './outside.ts';
import type { GivenSettings } from './settings.ts';
import { readWorkLimits } from './work-limit-settings.ts';
import {
  compatibility,
  database,
  databaseConnections,
  requireConnectionsForSearches,
  directory,
  endpoint,
  items,
  names,
  oneOf,
  paths,
  requestedWith,
  rsaPool,
  rsaPoolSizes,
  seconds,
  workers,
} from './values.ts';

/**
 * Settles the settings from what was given.
 *
 * @param args - as the command line has them
 * @param readSettings - gives the text of `sealwright.yaml` in the home directory, or undefined
 * @throws {@link ServerConfigError} naming the setting and where it was given
 */
export async function parseServerConfig(
  args: GivenSettings,
  environment: Readonly<Record<string, string | undefined>>,
  readSettings: (home: string) => Promise<string | undefined>,
): Promise<ServerConfig> {
  const given = { ...fromEnvironment(environment), ...args };
  const home = given.home ?? path.join(os.homedir(), '.sealwright');
  const all: GivenSettings = { ...(await fromYaml(await readSettings(home))), ...given };
  const processes = workers(all.workers ?? '1');
  const connections = databaseConnections(all['database-connections'], processes);
  const workLimits = readWorkLimits(all, processes);
  const url = database(all.database);
  if (url !== undefined) requireConnectionsForSearches(workLimits.searches, connections, processes);
  return {
    home,
    https: endpoint('https', all.https ?? '127.0.0.1:8443'),
    http: endpoint('http', all.http ?? '127.0.0.1:8080'),
    ops: endpoint('ops', all.ops ?? '127.0.0.1:9090'),
    workers: processes,
    database: url,
    databaseConnections: { held: connections, required: connections },
    names: names(all.name),
    publicUrl: publicUrl(all['public-url']),
    ...compatibility(all),
    disabledServices: items(all['disable-service']).map((name) => oneOf('disable-service', name, SERVICE_NAMES)),
    requestedWith: requestedWith(all),
    logLevel: oneOf('log-level', all['log-level'] ?? 'info', ['debug', 'info', 'warn', 'error']),
    pkcs11: {
      libraries: paths('pkcs11-library', all['pkcs11-library']),
      binding: directory('pkcs11js', all.pkcs11js),
      callTimeoutMs: 1000 * seconds('pkcs11-timeout', all['pkcs11-timeout'] ?? '30'),
    },
    workerDirectories: paths('worker-directory', all['worker-directory']),
    publisherDirectories: paths('publisher-directory', all['publisher-directory']),
    keystoreDirectories: paths('keystore-directory', all['keystore-directory']),
    outboundHosts: outboundHosts(all['outbound-host']),
    dnsResolvers: dnsResolvers(all['dns-resolver']),
    rsaPool: { ready: rsaPool(all['rsa-pool'] ?? '8'), sizes: rsaPoolSizes(all['rsa-pool-size']) },
    trustedProxies: trustedProxies(all),
    notices: { webhook: webhook(all), mail: mail(all) },
    limits: readHttpLimits(all, processes),
    workLimits,
  };
}
