/** The settings of a server process, once they are checked. */
import type { HttpLimits } from '../kernel/http-limits.ts';
import type { WorkLimits } from '../kernel/work-limits.ts';
import type { ServiceName } from '../kernel/service-names.ts';
import type { DnsServer } from '../outbound/dns-exchange.ts';
import type { OutboundHost } from '../outbound/outbound-policy.ts';
import type { MailServer } from '../outbound/read-mail-server.ts';

/** Address to listen on. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The settings of a server process, checked. */
export interface ServerConfig {
  readonly home: string;
  readonly https: Endpoint;
  readonly http: Endpoint;
  readonly ops: Endpoint;
  /** Processes that serve; more than one are supervised by another. */
  readonly workers: number;
  /** `postgres://...`, or undefined for the embedded database in the home directory. */
  readonly database: string | undefined;
  /** Undefined for a command that comes and goes, which asks for no place of its own. */
  readonly databaseConnections: DatabaseConnections | undefined;
  /** Further names of the server for its TLS certificate, in addition to localhost and the host's name. */
  readonly names: readonly string[];
  /** The base of the addresses that new CAs get for their certificates to name; none without it. */
  readonly publicUrl: string | undefined;
  /** Behaviour that decides where implementations of the CA interface differ. */
  readonly compatibility: 'documented' | 'ejbca';
  /** The same of the signing interface. */
  readonly signingCompatibility: 'documented' | 'signserver';
  /** The groups of operations of the CA interface that are switched off. */
  readonly disabledServices: readonly ServiceName[];
  /** Which requests to the signing interface need the header that a browser cannot be made to send. */
  readonly requestedWith: 'all' | 'admin-and-multipart' | 'off';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  readonly pkcs11: Pkcs11Config;
  /** Directories in which workers of the signing service may read and write files: absolute paths. */
  readonly workerDirectories: readonly string[];
  /** Directories in which publishers may write files: absolute paths. */
  readonly publisherDirectories: readonly string[];
  /** In which workers of the signing service may name keystore files: absolute paths. */
  readonly keystoreDirectories: readonly string[];
  /** The places outside that workers may use. */
  readonly outboundHosts: readonly OutboundHost[];
  /** The resolvers of the domain name system that CAA records are looked up with. */
  readonly dnsResolvers: readonly DnsServer[];
  readonly rsaPool: RsaPoolConfig;
  /** Proxies that end TLS in front of the server; undefined when nobody's word on a caller is believed. */
  readonly trustedProxies: TrustedProxiesConfig | undefined;
  readonly notices: NoticesConfig;
  readonly limits: HttpLimits;
  readonly workLimits: WorkLimits;
}

/** Connections to PostgreSQL. */
export interface DatabaseConnections {
  /** Number that the process may hold; in the settings of a start, that all of its processes may hold together. */
  readonly held: number;
  /** Number that the server has to have room for when the process starts: for a supervisor also those of its worker processes. */
  readonly required: number;
}

/** Proxies whose word on their callers is believed. */
export interface TrustedProxiesConfig {
  /** Addresses, and networks such as 10.0.0.0/28. */
  readonly addresses: readonly string[];
  /** The file with the secret that they know: an absolute path. */
  readonly secretFile: string;
  /** The header that they name the addresses of their callers in. */
  readonly addressHeader: 'x-forwarded-for' | 'forwarded';
}

/** Ways of notices to those whom the operator names. Secrets are in files. */
export interface NoticesConfig {
  readonly webhook: { readonly url: string; readonly secretFile: string | undefined } | undefined;
  readonly mail: MailConfig | undefined;
}

/** Mail. */
export interface MailConfig {
  readonly server: MailServer;
  readonly passwordFile: string | undefined;
  readonly sender: string;
  /** May be empty: then end entities alone get mails. */
  readonly recipients: readonly string[];
}

/** Settings of the operator for devices. */
export interface Pkcs11Config {
  /** The libraries that crypto tokens may name: absolute paths. */
  readonly libraries: readonly string[];
  /** The directory that `pkcs11js` was installed in; undefined where this program's own packages are. */
  readonly binding: string | undefined;
  /** Milliseconds that one call of a library may take. */
  readonly callTimeoutMs: number;
}

/** RSA key pairs of end entities that are generated before somebody asks for them. */
export interface RsaPoolConfig {
  /** Key pairs of each size that are kept ready; 0: none are generated ahead. */
  readonly ready: number;
  /** Sizes in bits that are kept ready whether somebody asks for them or not. */
  readonly sizes: readonly number[];
}
