/** The composition root: from the settings to a server that can be started and stopped. */
import { formatPem } from '@sealwright/pki';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HomeDirectory } from './home-directory.ts';
import { caRestInterface } from './http/ca-rest/index.ts';
import { distributionInterface } from './http/distribution/index.ts';
import { Listeners, RequestMetrics, type TlsMaterial } from './http/index.ts';
import { opsInterface, type ReadinessCheck } from './http/ops/index.ts';
import type { Clock } from './kernel/clock.ts';
import type { Random } from './kernel/random.ts';
import { Authenticator } from './modules/access/index.ts';
import { UnknownCallers } from './modules/audit/index.ts';
import { getByName } from './modules/ca/index.ts';
import { firstStart, MANAGEMENT_CA, ServerCertificate } from './modules/installation/index.ts';
import type { Endpoint, ServerConfig } from './server-config.ts';
import { LeaseStore } from './storage/lease-store.ts';
import { caRestServices } from './wiring/ca-rest-services.ts';
import { distributionServices } from './wiring/distribution-services.ts';
import { edgeAuthenticator } from './wiring/edge-authenticator.ts';
import { type Installation, openInstallation } from './wiring/installation.ts';
import { openSealer } from './wiring/master-key.ts';
import { Repeating } from './wiring/repeating.ts';
import { runtimeMetrics } from './wiring/runtime-metrics.ts';

/** What does not come from the settings: tests exchange it. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Base64 of the master key, when it is not to be kept in the home directory. A secret. */
  readonly masterKeySecret: string | undefined;
  /** Of this program. */
  readonly version: string;
}

/** A server that runs. */
export interface RunningServer {
  /** The listeners' URLs: both interfaces, distribution, operators. */
  readonly urls: readonly string[];
  readonly home: HomeDirectory;
  /** The use cases behind the listeners. */
  readonly installation: Installation;
  /** Whether this start made the installation. */
  readonly firstStart: boolean;
  /** Answers what is under way, makes what waits durable, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Opens the installation of the settings, makes it when there is none, and listens.
 *
 * @throws AppError when the home directory, the database, the master key or an address cannot be used
 */
export async function startServer(config: ServerConfig, surroundings: Surroundings): Promise<RunningServer> {
  const { clock, random, log } = surroundings;
  const home = await HomeDirectory.open(config.home);
  const sealer = await openSealer(home, random, surroundings.masterKeySecret);
  const onBackgroundError = (error: unknown) => log.error({ err: error }, 'background task failed');
  const installation = await openInstallation({
    home,
    database: config.database,
    sealer,
    clock,
    random,
    onBackgroundError,
  });
  try {
    const made = await oneAtATime(installation, random, () => firstStart({ ...installation, random }));
    const certificate = new ServerCertificate({
      ...installation,
      sealer,
      clock,
      hostName: os.hostname(),
      names: config.names,
    });
    const tls = () => tlsMaterial(certificate, installation);
    const unknownCallers = new UnknownCallers({ audit: installation.audit, clock });
    const listeners = await listen(config, surroundings, installation, unknownCallers, await tls());
    const repeating = [
      new Repeating(EPOCH_INTERVAL_MS, () => installation.configuration.refresh(), onBackgroundError),
      new Repeating(CERTIFICATE_INTERVAL_MS, async () => listeners.updateTls(await tls()), onBackgroundError),
    ];
    return {
      urls: listeners.urls,
      home,
      installation,
      firstStart: made,
      stop: once(async () => {
        for (const each of repeating) each.stop();
        await listeners.stop();
        await installation.store.close();
      }),
    };
  } catch (error) {
    await installation.store.close();
    throw error;
  }
}

async function listen(
  config: ServerConfig,
  { clock, random, log, version }: Surroundings,
  installation: Installation,
  unknownCallers: UnknownCallers,
  tls: TlsMaterial,
): Promise<Listeners> {
  const metrics = new RequestMetrics();
  const authenticator = new Authenticator({ source: installation.membership, clock });
  const caRest = caRestInterface({
    services: caRestServices(installation),
    authenticator: edgeAuthenticator({ authenticator, access: installation.access, unknownCallers }),
    clock,
    version,
    compatibility: config.compatibility,
    isServiceEnabled: () => true,
  });
  return Listeners.start({
    listeners: [
      { address: textOf(config.https), tls: true, serves: ['rest', 'distribution'] },
      { address: textOf(config.http), tls: false, serves: ['distribution'] },
      { address: textOf(config.ops), tls: false, serves: ['ops'] },
    ],
    interfaces: {
      rest: [caRest],
      distribution: [distributionInterface({ services: distributionServices(installation), clock })],
      ops: [
        opsInterface({
          checks: readinessChecks(installation),
          metrics: [metrics, runtimeMetrics(() => unknownCallers.total)],
        }),
      ],
    },
    tls,
    log,
    clock,
    random,
    metrics,
  });
}

/** Makes the first start wait while another process of a shared database is at it. */
async function oneAtATime<T>({ store }: Installation, random: Random, task: () => Promise<T>): Promise<T> {
  const leases = new LeaseStore(store);
  const holder = random.bytes(16).toHex();
  while (!(await leases.acquire(FIRST_START_LEASE, holder, LEASE_MS))) await sleep(LEASE_POLL_MS);
  try {
    return await task();
  } finally {
    await leases.release(FIRST_START_LEASE, holder);
  }
}

/** What the listeners show, and the CAs that clients' certificates may come from. */
async function tlsMaterial(
  certificate: ServerCertificate,
  { authorities, membership }: Installation,
): Promise<TlsMaterial> {
  const { key, certificate: cert } = await certificate.obtain(() => getByName(authorities, MANAGEMENT_CA));
  const issuers = await membership.issuers();
  return {
    key,
    cert,
    acceptedCas: issuers.flatMap(({ certificates }) => certificates.map(({ der }) => formatPem('CERTIFICATE', der))),
  };
}

function readinessChecks({ store, configuration, authorities, tokens }: Installation): ReadinessCheck[] {
  return [
    {
      name: 'database',
      async problem() {
        await store.readEpoch();
        return undefined;
      },
    },
    {
      name: 'management CA',
      async problem() {
        const authority = await authorities.findByName(MANAGEMENT_CA);
        if (authority === undefined) return `There is no CA '${MANAGEMENT_CA}'.`;
        if ((await tokens.state(authority.settings.cryptoTokenId)) === 'active') return undefined;
        return `The crypto token of '${MANAGEMENT_CA}' is not active (configuration epoch ${configuration.epoch}).`;
      },
    },
  ];
}

/** Whoever calls again waits for the first call. */
function once(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return async () => (running ??= task());
}

function textOf({ host, port }: Endpoint): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** How late another process's change of the configuration is noticed; commits are checked against the database all the same. */
const EPOCH_INTERVAL_MS = 1000;
const CERTIFICATE_INTERVAL_MS = 3_600_000;
const FIRST_START_LEASE = 'first-start';
const LEASE_MS = 30_000;
const LEASE_POLL_MS = 200;
