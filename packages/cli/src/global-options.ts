/** The options that every command takes: declared once, settled from arguments, environment and defaults in that order. */
import path from 'node:path';
import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { UsageError } from './errors.ts';

/** The global options of one run, checked. */
export interface GlobalOptions {
  /** The base of every request, the path of the interface included. */
  readonly server: URL;
  /** Files named here have to exist; those of the home directory, which stand in for them, may be missing. */
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** A file, `system`, or undefined. */
  readonly cacert: string | undefined;
  /** `<home>/admin`. */
  readonly adminDirectory: string;
  readonly json: boolean;
  readonly timeoutMs: number;
}

/** The options as commander collects them. */
export interface GivenGlobalOptions {
  readonly server?: string;
  readonly home?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly cacert?: string;
  readonly json?: boolean;
  readonly timeout?: string;
}

/** The heading that tells them from the options of one command. */
export const GLOBAL_OPTIONS = 'Options of every command:';

/** Declares the options on the program. Defaults are not commander's, so that the environment comes before them. */
export function declareGlobalOptions(program: Command): void {
  program
    .optionsGroup(GLOBAL_OPTIONS)
    .option('--server <url>', `address of the server (env SEALWRIGHT_SERVER; default ${DEFAULT_SERVER})`)
    .option('--home <dir>', 'home directory of a server on this machine (env SEALWRIGHT_HOME; default ~/.sealwright)')
    .option(
      '--cert <file>',
      'your client certificate, PEM (env SEALWRIGHT_CERT; default HOME/admin/superadmin.crt.pem)',
    )
    .option('--key <file>', 'its private key, PEM (env SEALWRIGHT_KEY; default HOME/admin/superadmin.key.pem)')
    .option(
      '--cacert <file>',
      "CAs that the server's certificate may come from, PEM, or 'system' (env SEALWRIGHT_CACERT; default HOME/admin/ca-chain.pem, else system)",
    )
    .option('--timeout <seconds>', `for each request (env SEALWRIGHT_TIMEOUT; default ${DEFAULT_TIMEOUT_SECONDS})`)
    .option('--json', 'results and errors as JSON');
}

/**
 * Settles the options.
 *
 * @throws {@link UsageError}
 */
export function settleGlobalOptions(given: GivenGlobalOptions, context: CliContext): GlobalOptions {
  const settle = (name: Exclude<keyof GivenGlobalOptions, 'json'>): string | undefined =>
    given[name] ?? nonEmpty(context.environment[`SEALWRIGHT_${name.toUpperCase()}`]);
  const cert = settle('cert');
  const key = settle('key');
  if ((cert === undefined) !== (key === undefined)) {
    const [there, missing] = cert === undefined ? ['--key', '--cert'] : ['--cert', '--key'];
    throw new UsageError(`${there} is given without ${missing}; a client certificate needs its private key`);
  }
  return {
    server: parseServer(settle('server') ?? DEFAULT_SERVER),
    cert,
    key,
    cacert: settle('cacert'),
    adminDirectory: path.join(settle('home') ?? path.join(context.userHome, '.sealwright'), 'admin'),
    json: given.json ?? false,
    timeoutMs: parseTimeout(settle('timeout') ?? String(DEFAULT_TIMEOUT_SECONDS)),
  };
}

function parseServer(text: string): URL {
  const url = URL.parse(text);
  // The text is not repeated when it could hold a password.
  if (url !== null && (url.username !== '' || url.password !== '')) {
    throw new UsageError('--server holds a user name or password; callers are known by --cert and --key');
  }
  if (url === null || url.protocol !== 'https:' || url.search !== '' || url.hash !== '') {
    throw new UsageError(`--server is '${text}'; it has to be a URL such as ${DEFAULT_SERVER}`);
  }
  if (url.pathname === '/') url.pathname = INTERFACE_PATH;
  return url;
}

function parseTimeout(text: string): number {
  const seconds = Number(text);
  if (!/^\d{1,4}(?:\.\d{1,3})?$/.test(text) || seconds <= 0 || seconds > MAX_TIMEOUT_SECONDS) {
    throw new UsageError(
      `--timeout is '${text}'; it has to be seconds, more than 0 and at most ${MAX_TIMEOUT_SECONDS}`,
    );
  }
  return Math.ceil(seconds * 1000);
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

const DEFAULT_SERVER = 'https://localhost:8443';
/** Path of the CA interface, unless the URL of the server has a path of its own. */
const INTERFACE_PATH = '/ejbca/ejbca-rest-api';
const DEFAULT_TIMEOUT_SECONDS = 30;
const MAX_TIMEOUT_SECONDS = 3600;
