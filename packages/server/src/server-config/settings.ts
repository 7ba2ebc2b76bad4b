/** The names of all settings of a server process, and the forms that they are given in. */
import { HTTP_LIMIT_SETTINGS } from './http-limit-settings.ts';
import { WORK_LIMIT_SETTINGS } from './work-limit-settings.ts';

/** Every setting with the line that `--help` shows for it. One table: argument, environment and file take their names from it. */
export const SETTINGS = {
  home: 'DIR       the directory that holds everything (~/.sealwright)',
  https: 'HOST:PORT both interfaces, with client certificates (127.0.0.1:8443)',
  http: 'HOST:PORT what relying parties fetch: CRLs, CA certificates, OCSP answers; signing (127.0.0.1:8080)',
  ops: 'HOST:PORT health, readiness and metrics (127.0.0.1:9090)',
  workers:
    'NUMBER    processes on this host that serve requests, 1 to 64; with more than one, another process supervises them (1)',
  database: 'URL       postgres://..., instead of the embedded database',
  'database-connections':
    'NUMBER    connections to PostgreSQL that the processes of this start may hold together, 6 to 200 for each (14; with several --workers 6 and 10 for each worker process)',
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
  'publisher-directory': 'DIRS      directories in which publishers may write files, separated by commas (none)',
  'keystore-directory':
    'DIRS      where workers of the signing service may name keystore files, separated by commas (none)',
  'outbound-host':
    'HOSTS     hosts, addresses and networks that workers may ask for CRLs, OCSP answers and time-stamps, and that publishers may send to, separated by commas (none)',
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
  ...HTTP_LIMIT_SETTINGS,
  ...WORK_LIMIT_SETTINGS,
  pkcs11js: 'DIR       where the package pkcs11js was installed, when not next to this program',
} as const;

/** The name of a setting. */
export type Setting = keyof typeof SETTINGS;

/** Settings as texts; several values of one are separated by commas. */
export type GivenSettings = { readonly [S in Setting]?: string };

/** Returns true when a setting, under its present or a former name, may be given more than once. */
export function isList(name: string): boolean {
  return LISTS.has(FORMER.get(name) ?? name);
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

const LISTS: ReadonlySet<string> = new Set<Setting>([
  'name',
  'pkcs11-library',
  'compatibility',
  'disable-service',
  'worker-directory',
  'publisher-directory',
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
