/** Dependencies of an installation: what its process, its settings and its host give it. */
import type { HomeDirectory } from '../home-directory.ts';
import type { JsonObject } from '../kernel/canonical-json.ts';
import type { HostClock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
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
  readonly sealer: Sealer;
  readonly clock: HostClock;
  /** Makes the time of day of what the clock of the database says; without it that of a server on another host is taken as it is. */
  readonly databaseClock?: DatabaseClock;
  readonly random: Random;
  /** Access to devices; without it there are no crypto tokens in devices. */
  readonly pkcs11?: Pick<Pkcs11TokenDriverDeps, 'libraries' | 'binding' | 'callTimeoutMs' | 'environment'>;
  /** The directories in which workers may name keystore files, absolute; none unless given. */
  readonly keystoreDirectories?: readonly string[];
  /** URL at which relying parties reach the plain listener, without a slash at the end; without it no CA gets an address. */
  readonly publicUrl?: string | undefined;
  /** Receives what nobody waits for, with the name of the task where it is one's. */
  readonly onBackgroundError: (error: unknown, task?: string) => void;
  /** The directories of the host that workers may use; none unless given. */
  readonly workerDirectories?: readonly string[];
  /** The places outside that the operator names; none unless given. */
  readonly outboundHosts?: readonly OutboundHost[];
  /** Ways of notices to those whom the operator names; the log alone unless given. */
  readonly notices?: NoticeWays;
  /** Takes notices of what ends soon. */
  readonly writeNoticeLog?: (notice: JsonObject) => void;
  /** Resolvers that CAA records are looked up with; none unless given. */
  readonly dnsResolvers?: readonly DnsServer[];
  /** Looks up a variable of the environment that an imported dump names; none is known unless given. */
  readonly importVariables?: (name: string) => string | undefined;
  /** Takes lookups that failed. */
  readonly writeDnsLog?: (failure: DnsFailure) => void;
  /** RSA key pairs that are generated ahead; none unless given. */
  readonly rsaPool?: Pick<KeyPairPoolOptions, 'ready' | 'sizes'>;
  /** Takes requests to others that failed, each host's once a minute; without it nobody hears of them. */
  readonly writeOutboundLog?: (failure: OutboundFailure) => void;
  /** Takes the worker log's record of each request to the signing service; without it there is no such log. */
  readonly writeWorkerLog?: (entry: WorkerLogEntry) => void;
  /** Takes what the log has of each run of a timed service; without it there is no such log. */
  readonly writeTimedRunLog?: (entry: TimedRunEntry) => void;
}
