/** The composition root: from the settings to a server that can be started and stopped. */
import { Resource } from './modules/access/index.ts';
import { isServiceAvailable } from './modules/system-configuration/index.ts';
import type { HomeDirectory } from './home-directory.ts';
import {
  administrationInterface,
  AnswerMemory,
  BodyMemory,
  caRestInterface,
  distributionInterface,
  type Listener,
  Listeners,
  managedInterface,
  type MetricsSource,
  ocspInterfaces,
  opsInterface,
  RandomTicketKeys,
  type ReadinessCheck,
  Refusals,
  RequestMetrics,
  signingRestInterface,
  signingServletInterface,
  Spool,
  type TicketKeys,
  type TrustedProxies,
} from './http/index.ts';
import { onceATurn } from './kernel/tasks/once-a-turn.ts';
import type { Random } from './kernel/random.ts';
import { setUpInTurn } from './modules/installation/index.ts';
import { UnknownCallers } from './modules/audit/index.ts';
import { every } from './modules/background/index.ts';
import { DELIVER_NOTICES } from './modules/notices/index.ts';
import { createDefaultWorkers, type FirstClient, letIntoDefaultWorkers } from './modules/signing/index.ts';
import type { Endpoint, ServerConfig } from './server-config/index.ts';
import { crlCheck, crlMetrics } from './wiring/crl-health.ts';
import { responderCheck, responderMetrics } from './wiring/responder-health.ts';
import { edgeAuthenticator } from './wiring/edge-authenticator.ts';
import { connectionsFor, openFilesLimit } from './host/open-files.ts';
import { idleMemoryTask } from './host/idle-memory.ts';
import type { Installation } from './wiring/installation.ts';
import type { Supervisor } from './wiring/installation-deps.ts';
import { ListenerTls } from './wiring/listener-tls.ts';
import { type ConfiguredInstallation, openConfigured, type Surroundings } from './wiring/open-configured.ts';
import { readinessChecks } from './wiring/readiness-checks.ts';
import { openTrustedProxies } from './wiring/trusted-proxies.ts';
import { runtimeMetrics } from './host/runtime-metrics.ts';
import { noticeMetrics } from './host/notice-metrics.ts';
import { publisherMetrics } from './host/publisher-metrics.ts';
import { taskMetrics } from './host/task-metrics.ts';

/** A server that runs. */
export interface RunningServer {
  /** The listeners' URLs: both interfaces, distribution, operators. */
  readonly urls: readonly string[];
  readonly home: HomeDirectory;
  /** The use cases behind the listeners. */
  readonly installation: Installation;
  /** Metrics of this process alone. */
  readonly metrics: () => string;
  /** True when this start made the installation. */
  readonly firstStart: boolean;
  /** Answers what is under way, makes what waits durable, and closes everything. A second call waits for the first. */
  stop(): Promise<void>;
}

/** Part of a server that one process is. */
export type ServerPart =
  /** All of it, in one process. */
  | { readonly serves: 'everything' }
  /** A supervisor: all but the requests of clients. */
  | {
      readonly serves: 'operators';
      /** Adds the metrics of worker processes. */
      readonly metrics: (own: string) => Promise<string>;
      readonly checks: readonly ReadinessCheck[];
    }
  /** A worker process. */
  | {
      readonly serves: 'requests';
      readonly supervisor: Supervisor;
      /** Shared by all worker processes of the supervisor, so that a session resumes at any of them. */
      readonly ticketKeys: TicketKeys;
    };

/**
 * Opens the installation of the settings, makes it when there is none, and listens.
 *
 * @throws AppError when the home directory, the database, the master key or an address cannot be used
 */
export async function startServer(
  config: ServerConfig,
  surroundings: Surroundings,
  part: ServerPart = { serves: 'everything' },
): Promise<RunningServer> {
  const { clock, random } = surroundings;
  const supervisor = part.serves === 'requests' ? part.supervisor : undefined;
  const { home, installation, onBackgroundError } = await openConfigured(config, surroundings, supervisor);
  try {
    const made = supervisor === undefined && (await completeInstallation(installation, random));
    if (supervisor === undefined) await installation.signing.savedFiles.recover().catch(onBackgroundError);
    const certificate = installation.setup.serverCertificate(config.names);
    const tls = await ListenerTls.start({
      authorities: installation.ca.authorities,
      configuration: installation.configuration,
      issuers: installation.ca.issuers,
      membership: installation.access.membership,
      certificate,
      clock,
      ticketKeys: part.serves === 'requests' ? part.ticketKeys : new RandomTicketKeys(random, clock),
    });
    const unknownCallers = new UnknownCallers({ audit: installation.audit, clock, event: 'AUTHENTICATION' });
    const proxies = config.trustedProxies && (await openTrustedProxies(config.trustedProxies));
    const open = { home, installation, part };
    const { listeners, metrics } = await listen(config, surroundings, open, unknownCallers, tls, proxies);
    const { scheduler } = installation.background;
    // Together: a task may take as long to end as a request. Neither failure lets the storage close under the other.
    installation.lifetime.add(async () => {
      const ended = await Promise.allSettled([scheduler.stop(), listeners.stop()]);
      const failed = ended.find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    });
    scheduler.add([
      idleMemoryTask(),
      {
        name: 'follow-installation',
        where: 'each-process',
        // Delay after which another process's change of the configuration is noticed, and that a certificate is to be renewed. Commits are
        // checked against the database all the same.
        schedule: every(1000),
        run: async (signal) => {
          await installation.configuration.refresh();
          await installation.clock.belief.observe();
          if ((await tls.update()) && !signal.aborted) listeners.updateTls(tls.material);
        },
      },
    ]);
    scheduler.start();
    // A process that was killed may have left notices.
    if (supervisor === undefined) void scheduler.wake(DELIVER_NOTICES);
    return {
      urls: listeners.urls,
      home,
      installation,
      metrics: () => metrics.map((source) => source.expose()).join(''),
      firstStart: made,
      stop: installation.close,
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

async function listen(
  config: ServerConfig,
  { clock, random, log, version }: Surroundings,
  { home, installation, part }: Pick<ConfiguredInstallation, 'home' | 'installation'> & { readonly part: ServerPart },
  unknownCallers: UnknownCallers,
  tls: ListenerTls,
  proxies: TrustedProxies | undefined,
): Promise<{ readonly listeners: Listeners; readonly metrics: readonly MetricsSource[] }> {
  const requestMetrics = new RequestMetrics();
  const refusals = new Refusals();
  const connections = Math.min(config.limits.connections, connectionsFor(openFilesLimit()));
  const limits = { ...config.limits, connections };
  const authenticator = edgeAuthenticator(installation.access, unknownCallers);
  const caRest = caRestInterface({
    approvals: installation.approvals,
    ca: installation.ca,
    configdump: installation.configdump,
    ra: installation.ra,
    services: installation.services,
    tokens: installation.tokens,
    authenticator,
    clock,
    version,
    compatibility: config.compatibility,
    isServiceEnabled: async (service) =>
      !config.disabledServices.includes(service) && isServiceAvailable(service, installation.configuration),
    mayDoEverything: (administrator) => installation.access.control.isAuthorized(administrator, Resource.everything),
  });
  const bodies = {
    spool: new Spool(home.spool, config.workLimits.spoolOctets, config.workLimits.spoolMemoryOctets),
    memory: new BodyMemory({ octets: limits.bodyMemoryOctets, patienceMs: limits.bodyWaitMs }),
    answers: new AnswerMemory(limits.answerMemoryOctets),
  };
  const signing = {
    configuration: installation.configuration,
    signing: installation.signing,
    authenticator,
    bodies,
    compatibility: config.signingCompatibility,
    requestedWith: config.requestedWith,
    version,
  };
  const administration = administrationInterface({
    administration: installation.administration,
    approvals: installation.approvals,
    ca: installation.ca,
    configdump: installation.configdump,
    configuration: installation.configuration,
    ra: installation.ra,
    publishers: installation.publishers,
    services: installation.services,
    signing: installation.signing,
    tokens: installation.tokens,
    authenticator,
    version,
  });
  const metrics: MetricsSource[] = [requestMetrics, refusals, runtimeMetrics(() => unknownCallers.total)];
  if (part.serves !== 'requests')
    metrics.push(
      taskMetrics(() => installation.background.scheduler.reports()),
      crlMetrics(installation.ca.crlEnds),
      responderMetrics(installation.ca.responderEnds),
      noticeMetrics(() => installation.notices.deliverNotices.reports()),
      publisherMetrics(() => installation.publishers.watchPublishers.reports()),
    );
  const { configuration } = installation;
  const listeners = await Listeners.start({
    bodies,
    // What one process has answered holds for the next request to any other.
    beforeRequest: part.serves === 'requests' ? onceATurn(() => configuration.refresh()) : undefined,
    listeners: addressesOf(config, part),
    interfaces: {
      rest: [caRest, administration],
      signing: [signingRestInterface(signing), managedInterface(signing), signingServletInterface(signing)],
      distribution: [
        distributionInterface({ ca: installation.ca, clock }),
        ...ocspInterfaces({ authorities: installation.ca.authorities, clock, ocsp: installation.ocsp }),
      ],
      ops: [
        opsInterface({
          checks: [
            ...readinessChecks(installation, clock, tls, home.path),
            crlCheck(installation.ca.crlEnds, clock),
            responderCheck(installation.ca.responderEnds, clock),
            ...(part.serves === 'operators' ? part.checks : []),
          ],
          log,
          metrics,
          addMetrics: async (own) => {
            const all = own + (await writerMetrics(installation.storage.database));
            return part.serves === 'operators' ? part.metrics(all) : all;
          },
        }),
      ],
    },
    tls: tls.material,
    log,
    clock,
    random,
    metrics: requestMetrics,
    proxies,
    limits,
    refusals,
  });
  return { listeners, metrics };
}

async function writerMetrics({ writerCpuSeconds }: Installation['storage']['database']): Promise<string> {
  if (writerCpuSeconds === undefined) return '';
  const name = 'sealwright_writer_cpu_seconds_total';
  const help = 'User and system time of the thread that writes to the database, a part of that of the process.';
  return `# HELP ${name} ${help}\n# TYPE ${name} counter\n${name} ${await writerCpuSeconds()}\n`;
}

function addressesOf({ https, http, ops }: ServerConfig, { serves }: ServerPart): readonly Listener[] {
  const forClients: readonly Listener[] = [
    { address: textOf(https), tls: true, serves: ['rest', 'signing', 'distribution'] },
    { address: textOf(http), tls: false, serves: ['signing', 'distribution'] },
  ];
  const forOperators: readonly Listener[] = [{ address: textOf(ops), tls: false, serves: ['ops'] }];
  if (serves === 'everything') return [...forClients, ...forOperators];
  return serves === 'requests' ? forClients : forOperators;
}

/** Makes what is missing of the installation. Returns whether it made its super administrator. */
async function completeInstallation(installation: Installation, random: Random): Promise<boolean> {
  const { audit, background, configuration, planner, setup, signing, storage } = installation;
  if (await setup.isComplete()) return false;
  const workers = { audit, certifyWorker: signing.certifyWorker, configuration, planner, random, store: storage.store };
  const first = {
    beforeSuperAdministrator: (ca: string) => createDefaultWorkers(workers, ca),
    afterSuperAdministrator: (client: FirstClient) => letIntoDefaultWorkers(workers, client),
  };
  return setUpInTurn(background.leases, () => setup.firstStart(first));
}

function textOf({ host, port }: Endpoint): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
