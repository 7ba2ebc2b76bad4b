/** The settings of a server process: arguments before environment before `sealwright.yaml` before defaults. */
import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { YAMLParseError } from 'yaml';
import type { HttpLimits } from './kernel/http-limits.ts';
import { SERVICE_NAMES, type ServiceName } from './kernel/service-names.ts';
import { AppError } from './kernel/errors.ts';
import { didYouMean } from './kernel/nearest-word.ts';
import type { DnsServer } from './outbound/dns-exchange.ts';
import { isMailAddress } from './kernel/mail-address.ts';
import { type MailServer, readMailServer } from './outbound/read-mail-server.ts';
import { LIMIT_SETTINGS, readHttpLimits } from './http-limit-settings.ts';
import { type OutboundHost, readOutboundHost } from './outbound/outbound-policy.ts';

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
  /** `postgres://...`, or undefined for the embedded database in the home directory. */
  readonly database: string | undefined;
  /** Further names of the server for its TLS certificate, beside localhost and the host's name. */
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

/** A setting that is unknown, or has a value that it cannot have. */
class ServerConfigError extends AppError {
  override readonly kind = 'malformed';
  override readonly code = 'installation.bad_setting';
}

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
  return {
    home,
    https: endpoint('https', all.https ?? '127.0.0.1:8443'),
    http: endpoint('http', all.http ?? '127.0.0.1:8080'),
    ops: endpoint('ops', all.ops ?? '127.0.0.1:9090'),
    database: database(all.database),
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
    keystoreDirectories: paths('keystore-directory', all['keystore-directory']),
    outboundHosts: outboundHosts(all['outbound-host']),
    dnsResolvers: dnsResolvers(all['dns-resolver']),
    rsaPool: { ready: rsaPool(all['rsa-pool'] ?? '8'), sizes: rsaPoolSizes(all['rsa-pool-size']) },
    trustedProxies: trustedProxies(all),
    notices: { webhook: webhook(all), mail: mail(all) },
    limits: readHttpLimits(all, (problem) => {
      throw new ServerConfigError(problem);
    }),
  };
}

/** Every setting with the line that `--help` shows for it. One table: argument, environment and file take their names from it. */
export const SETTINGS = {
  home: 'DIR       the directory that holds everything (~/.sealwright)',
  https: 'HOST:PORT both interfaces, with client certificates (127.0.0.1:8443)',
  http: 'HOST:PORT what relying parties fetch: CRLs, CA certificates (127.0.0.1:8080)',
  ops: 'HOST:PORT health, readiness and metrics (127.0.0.1:9090)',
  database: 'URL       postgres://..., instead of the embedded database',
  name: 'NAMES     further names of this server in its TLS certificate, separated by commas',
  'public-url':
    'URL       where relying parties reach --http: new CAs get the addresses of their CRLs, certificate and OCSP responder, for profiles that ask for them (none)',
  compatibility:
    'MODE      documented, ejbca, signserver or ejbca,signserver: who decides where implementations differ (documented)',
  'disable-service':
    'SERVICES  groups of operations of the CA interface that are off, such as REST SSH V1, separated by commas (none)',
  'requested-with-header':
    'REQUESTS  all, admin-and-multipart or off: which requests to the signing interface need X-Keyfactor-Requested-With (all; admin-and-multipart with --compatibility signserver)',
  'log-level': 'LEVEL     debug, info, warn or error (info)',
  'pkcs11-library': 'FILES     PKCS#11 libraries that crypto tokens may use, separated by commas',
  'pkcs11-timeout': 'SECONDS   how long one call of such a library may take (30)',
  'worker-directory': 'DIRS      directories in which workers may read and write files, separated by commas (none)',
  'keystore-directory':
    'DIRS      where workers of the signing service may name keystore files, separated by commas (none)',
  'outbound-host':
    'HOSTS     hosts, addresses and networks outside that workers may fetch CRLs from and ask for OCSP answers and time-stamps, separated by commas (none)',
  'dns-resolver':
    'ADDRESSES resolvers, as ADDRESS or ADDRESS:PORT, that CAA records are looked up with, separated by commas (none)',
  'rsa-pool': 'NUMBER    RSA key pairs of each size that are generated ahead for keystores, 0 to 100 (8)',
  'rsa-pool-size':
    'SIZES     sizes in bits, up to 4096, that are generated ahead from the start on, separated by commas (those that were asked for in the last hour)',
  'trusted-proxy':
    'ADDRESSES addresses and networks of proxies that end TLS and pass the client certificate on in Client-Cert, separated by commas (none)',
  'trusted-proxy-secret-file':
    'FILE      the secret that these proxies send in Sealwright-Proxy-Secret, 32 to 256 characters; nobody but the owner may read it (none)',
  'trusted-proxy-header':
    'HEADER    x-forwarded-for or forwarded: where these proxies name the address of the caller (x-forwarded-for)',
  'notice-webhook': 'URL       where notices of what ends soon are posted to, as JSON (none)',
  'notice-webhook-secret-file':
    'FILE      the key of the signature (HMAC with SHA-256) over each notice to the webhook, 16 octets at least (none)',
  smtp: 'URL       mail server for notices: smtps://USER@HOST, or smtp://USER@HOST:PORT with STARTTLS, which only the host itself may do without (none)',
  'smtp-password-file':
    'FILE      the password of the user at the mail server; the variable SEALWRIGHT_SMTP_PASSWORD is another way (none)',
  'mail-from': 'ADDRESS   the address that mails come from; needed with --smtp',
  'mail-to': 'ADDRESSES who gets notices by mail, separated by commas (none)',
  ...LIMIT_SETTINGS,
  pkcs11js: 'DIR       where the package pkcs11js was installed, when not beside this program',
} as const;

/** The name of a setting. */
export type Setting = keyof typeof SETTINGS;

/** Settings as texts; several values of one are separated by commas. */
export type GivenSettings = { readonly [S in Setting]?: string };

/** Returns true when a setting, under its present or a former name, may be given more than once. */
export function isList(name: string): boolean {
  return LISTS.has(FORMER.get(name) ?? name);
}

const MAX_POOL_SIZES = 4;
const MAX_RESOLVERS = 3;
const MAX_RECIPIENTS = 50;
const LISTS: ReadonlySet<string> = new Set<Setting>([
  'name',
  'pkcs11-library',
  'compatibility',
  'disable-service',
  'worker-directory',
  'keystore-directory',
  'outbound-host',
  'dns-resolver',
  'rsa-pool-size',
  'trusted-proxy',
  'mail-to',
]);
/** Names of earlier releases, each for the setting that it is now. */
const FORMER: ReadonlyMap<string, Setting> = new Map([['crl-host', 'outbound-host']]);
/** Every name that a setting may be given under, the present ones first. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(SETTINGS), ...FORMER.keys()];

function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): GivenSettings {
  return underPresentNames(
    SETTING_NAMES.flatMap((name) => {
      const value = environment[`SEALWRIGHT_${name.toUpperCase().replaceAll('-', '_')}`];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

async function fromYaml(text: string | undefined): Promise<GivenSettings> {
  if (text === undefined) return {};
  const { parse: parseYaml } = await import('./kernel/yaml.ts');
  let settings: unknown;
  try {
    settings = parseYaml(text);
  } catch (error) {
    // Neither its message nor the error itself is passed on: both quote the line, which may hold the database's password.
    const { code = 'unreadable', linePos: [at] = [] } = error as Partial<YAMLParseError>;
    throw new ServerConfigError(`sealwright.yaml is not YAML${at === undefined ? '' : ` in line ${at.line}`}: ${code}`);
  }
  if (settings === null) return {};
  if (typeof settings !== 'object' || Array.isArray(settings))
    throw new ServerConfigError('sealwright.yaml is not a map of settings');
  const known = Object.keys(SETTINGS).filter((name) => name !== 'home');
  return underPresentNames(
    Object.entries(settings).map(([name, value]) => {
      if (!SETTING_NAMES.includes(name) || name === 'home') {
        throw new ServerConfigError(
          `sealwright.yaml has the unknown setting '${name}'${didYouMean(name, known)}; known are ${known.join(', ')}`,
        );
      }
      return [name, textOf(value)];
    }),
  );
}

/** Gives settings their present names. What is given under a former name and under the present one counts together: both are lists. */
export function underPresentNames(entries: readonly (readonly [name: string, value: string])[]): GivenSettings {
  const given: Record<string, string> = {};
  for (const [name, value] of entries) {
    const present = FORMER.get(name) ?? name;
    given[present] = Object.hasOwn(given, present) ? `${given[present]},${value}` : value;
  }
  return given;
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function endpoint(setting: Setting, text: string): Endpoint {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535) {
    throw new ServerConfigError(
      `--${setting} is '${text}'; it has to be HOST:PORT, such as 127.0.0.1:8443 or [::1]:8443`,
    );
  }
  return { host: match[1] ?? (match[2] === '' ? '::' : match[2]!), port };
}

function database(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:\/\//.test(text)) return text;
  // The value may hold a password: it is not repeated.
  throw new ServerConfigError('--database has to be a URL that begins with postgres://');
}

function names(text: string | undefined): readonly string[] {
  const list = items(text);
  for (const name of list) {
    if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(name))
      throw new ServerConfigError(`--name is '${name}'; it has to be a host name or an address`);
  }
  return list;
}

/** A library's name alone would be looked for along a path that others may write to. */
function paths(setting: Setting, text: string | undefined): readonly string[] {
  return items(text).map((file) => directory(setting, file));
}

function outboundHosts(text: string | undefined): readonly OutboundHost[] {
  return items(text).map((given) => {
    const host = readOutboundHost(given);
    if (host !== undefined) return host;
    throw new ServerConfigError(
      `--outbound-host is '${given}'; it has to be a host, an address or a network such as 10.0.0.0/8, with :PORT where needed`,
    );
  });
}

function dnsResolvers(text: string | undefined): readonly DnsServer[] {
  const servers = items(text).map((given) => {
    const [, bracketed, plain, port = '53'] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(given) ?? [];
    const host = isIP(given) === 0 ? (bracketed ?? plain ?? '') : given;
    if (isIP(host) !== 0 && Number(port) > 0 && Number(port) <= 65_535) return { host, port: Number(port) };
    throw new ServerConfigError(
      `--dns-resolver is '${given}'; it has to be the IP address of a resolver such as 127.0.0.1, with :PORT where it is not 53`,
    );
  });
  if (servers.length <= MAX_RESOLVERS) return servers;
  throw new ServerConfigError(`--dns-resolver has ${servers.length} resolvers; ${MAX_RESOLVERS} are the most`);
}

/** Neither is of use without the other, and a proxy that nobody believes would be taken for the caller. */
function trustedProxies(given: GivenSettings): TrustedProxiesConfig | undefined {
  const addresses = items(given['trusted-proxy']);
  const secretFile = directory('trusted-proxy-secret-file', given['trusted-proxy-secret-file']);
  const header = given['trusted-proxy-header'];
  const wrong = addresses.find((address) => !isAddressOrNetwork(address));
  if (wrong !== undefined)
    throw new ServerConfigError(
      `--trusted-proxy is '${wrong}'; it has to be the IP address of a proxy, or a network such as 10.0.0.0/28`,
    );
  if (addresses.length > 0 && secretFile !== undefined) {
    const headers = ['x-forwarded-for', 'forwarded'] as const;
    const addressHeader = oneOf('trusted-proxy-header', header?.toLowerCase() ?? 'x-forwarded-for', headers);
    return { addresses, secretFile, addressHeader };
  }
  if (addresses.length > 0 || secretFile !== undefined || header !== undefined)
    throw new ServerConfigError('--trusted-proxy and --trusted-proxy-secret-file have to be given together');
  return undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([0-9A-Fa-f:.]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  // A network of half of all addresses is a mistake.
  return isIP(address) !== 0 && (prefix === undefined || (Number(prefix) >= 8 && Number(prefix) <= bitsOf(address)));
}

function bitsOf(address: string): number {
  return isIP(address) === 6 ? 128 : 32;
}

function compatibility({
  compatibility: text = 'documented',
}: GivenSettings): Pick<ServerConfig, 'compatibility' | 'signingCompatibility'> {
  const modes = items(text).map((mode) => oneOf('compatibility', mode, ['documented', 'ejbca', 'signserver']));
  return {
    compatibility: modes.includes('ejbca') ? 'ejbca' : 'documented',
    signingCompatibility: modes.includes('signserver') ? 'signserver' : 'documented',
  };
}

/** SignServer asks for the header of administration and uploads only. */
function requestedWith(given: GivenSettings): ServerConfig['requestedWith'] {
  const usual = compatibility(given).signingCompatibility === 'signserver' ? 'admin-and-multipart' : 'all';
  const text = given['requested-with-header'] ?? usual;
  return oneOf('requested-with-header', text, ['all', 'admin-and-multipart', 'off']);
}

function directory<T extends string | undefined>(setting: Setting, text: T): T {
  if (text === undefined || path.isAbsolute(text)) return text;
  throw new ServerConfigError(`--${setting} is '${text}'; it has to be an absolute path`);
}

function seconds(setting: Setting, text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new ServerConfigError(`--${setting} is '${text}'; it has to be a number of seconds from 1 to 9999`);
}

function rsaPool(text: string): number {
  if (/^(\d{1,2}|100)$/.test(text)) return Number(text);
  throw new ServerConfigError(`--rsa-pool is '${text}'; it has to be a number from 0 to 100`);
}

function rsaPoolSizes(text: string | undefined): readonly number[] {
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

function webhook(all: GivenSettings): NoticesConfig['webhook'] {
  const text = all['notice-webhook'];
  const secretFile = directory('notice-webhook-secret-file', all['notice-webhook-secret-file']);
  if (text === undefined) {
    if (secretFile === undefined) return undefined;
    throw new ServerConfigError('--notice-webhook-secret-file needs --notice-webhook');
  }
  const url = URL.parse(text);
  // The value may hold a secret: it is not repeated.
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '')
    throw new ServerConfigError(
      '--notice-webhook has to be a URL such as https://hooks.example.com/pki, without a user',
    );
  return { url: url.href, secretFile };
}

function mail(all: GivenSettings): MailConfig | undefined {
  const passwordFile = directory('smtp-password-file', all['smtp-password-file']);
  const sender = all['mail-from'];
  const recipients = items(all['mail-to']);
  if (all.smtp === undefined) {
    const useless = (['smtp-password-file', 'mail-from', 'mail-to'] as const).find((name) => all[name] !== undefined);
    if (useless === undefined) return undefined;
    throw new ServerConfigError(`--${useless} needs --smtp`);
  }
  const server = readMailServer(all.smtp);
  // The value may hold a password: it is not repeated.
  if (server === undefined)
    throw new ServerConfigError(
      '--smtp has to be a URL such as smtps://pki@mail.example.com or smtp://127.0.0.1:25, without a password: --smtp-password-file has that',
    );
  if (sender === undefined) throw new ServerConfigError('--smtp needs --mail-from');
  for (const [setting, address] of [['mail-from', sender], ...recipients.map((one) => ['mail-to', one])])
    if (!isMailAddress(address!))
      throw new ServerConfigError(`--${setting} is '${address}'; it has to be an address such as pki@example.com`);
  if (recipients.length > MAX_RECIPIENTS)
    throw new ServerConfigError(`--mail-to has ${recipients.length} addresses; ${MAX_RECIPIENTS} are the most`);
  return { server, passwordFile, sender, recipients };
}

function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    // The value may hold a password: it is not repeated.
    throw new ServerConfigError(
      '--public-url has to be a URL such as http://pki.example.com, without a user, a query or a fragment',
    );
  }
  return url.href.replace(/\/$/, '');
}

function items(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function oneOf<const T extends string>(setting: Setting, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found === undefined)
    throw new ServerConfigError(`--${setting} is '${text}'; it has to be one of ${values.join(', ')}`);
  return found;
}
