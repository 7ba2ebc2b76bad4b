/** Dependencies of an installation: what its process, its settings and its host give it. */
import type { Duplex } from 'node:stream';
import type { HomeDirectory } from '../home-directory.ts';
import type { JsonObject } from '../kernel/canonical-json.ts';
import type { HostClock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { WorkLimits } from '../kernel/work-limits.ts';
import type { Sealer } from '../modules/configuration/index.ts';
import type { TimedRunEntry, WorkerLogEntry } from '../modules/signing/index.ts';
import type { DnsFailure } from '../outbound/dns-caa-resolver.ts';
import type { DnsServer } from '../outbound/dns-exchange.ts';
import type { OutboundFailure } from '../outbound/outbound-http.ts';
import type { OutboundHost } from '../outbound/outbound-policy.ts';
import type { DatabaseClock } from '../storage/index.ts';
import type { KeyPairPoolOptions, Pkcs11TokenDriverDeps } from '../tokens/index.ts';
import type { NoticeWays } from './notice-senders.ts';

/** Dependencies with which an installation is opened. */
export interface InstallationDeps {
  readonly home: HomeDirectory;
  /** `postgres://...`, or undefined for the file in the home directory. */
  readonly database: string | undefined;
  /** Connections to PostgreSQL for which the server has to have room; without it the usual number, and nobody asks for room. */
  readonly databaseConnections?: { readonly held: number; readonly required: number } | undefined;
  readonly sealer: Sealer;
  readonly clock: HostClock;
  /** Converts what the database's clock says to the time of day; by default the clock of a server on another host is taken as it is. */
  readonly databaseClock?: DatabaseClock;
  readonly random: Random;
  /** Access to PKCS #11 devices; without it there are no hardware crypto tokens. */
  readonly pkcs11?: Pick<Pkcs11TokenDriverDeps, 'libraries' | 'binding' | 'callTimeoutMs' | 'environment'>;
  /** Absolute paths of the directories in which workers may name keystore files; none by default. */
  readonly keystoreDirectories?: readonly string[];
  /** URL at which relying parties reach the plain HTTP listener, without a trailing slash; without it CAs get no distribution addresses. */
  readonly publicUrl?: string | undefined;
  /** Receives errors of background work, with the name of the task when a task failed. */
  readonly onBackgroundError: (error: unknown, task?: string) => void;
  /** Directories of the host that workers may use; none by default. */
  readonly workerDirectories?: readonly string[];
  /** The directories of the host that publishers may write to; none unless given. */
  readonly publisherDirectories?: readonly string[];
  /** Hosts that outbound requests may go to; none by default. */
  readonly outboundHosts?: readonly OutboundHost[];
  /** Channels by which notices reach the operator's recipients; only the log by default. */
  readonly notices?: NoticeWays;
  /** Receives each expiry notice, for the log. */
  readonly writeNoticeLog?: (notice: JsonObject) => void;
  /** DNS resolvers for CAA records; none by default. */
  readonly dnsResolvers?: readonly DnsServer[];
  /** Looks up an environment variable that an imported dump refers to; by default every variable is unknown. */
  readonly importVariables?: (name: string) => string | undefined;
  /** Limits of the work that requests cause; the usual ones by default. */
  readonly limits?: WorkLimits;
  /** Receives failed DNS lookups. */
  readonly writeDnsLog?: (failure: DnsFailure) => void;
  /** Number and sizes of RSA key pairs to generate in advance; none by default. */
  readonly rsaPool?: Pick<KeyPairPoolOptions, 'ready' | 'sizes'>;
  /** The process that this one is a worker process of; without it there is none. */
  readonly supervisor?: Supervisor;
  /** Receives failed outbound requests, at most one a minute for each host; by default they are dropped. */
  readonly writeOutboundLog?: (failure: OutboundFailure) => void;
  /** Receives a worker log record for each request to the signing service; by default there is no worker log. */
  readonly writeWorkerLog?: (entry: WorkerLogEntry) => void;
  /** Receives a log record for each run of a timed service; by default there is no such log. */
  readonly writeTimedRunLog?: (entry: TimedRunEntry) => void;
}

/** The supervisor, as its worker process sees it. */
export interface Supervisor {
  /** Socket to the writer of an SQLite file; unused with PostgreSQL. */
  readonly writer: Duplex;
  /** Socket to the key host. */
  readonly keys: Duplex;
  /** Is told when one of them is lost: without its supervisor a worker process can do nothing. */
  readonly onLost: (error: unknown) => void;
  /** Has a task run there that does not run here. */
  readonly wakeTask: (task: string) => void;
}
