/** A whole server in the test's own process, on a home directory of its own, and a client that calls it over real TLS. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import pino from 'pino';
import { type RunningServer, startServer } from '../../../packages/server/src/compose.ts';
import { type HostClock, systemClock } from '../../../packages/server/src/kernel/clock.ts';
import type { ServerConfig } from '../../../packages/server/src/server-config/index.ts';
import type { Surroundings } from '../../../packages/server/src/wiring/open-configured.ts';
import type { TemporaryDatabase } from '../../../packages/server/test/temporary-database.ts';
import { makeManagementToken, managementToken } from './installations/management-token.ts';
import {
  copyInstallation,
  decidesFirstStart,
  localConfig,
  localSurroundings,
} from './installations/prepared-installation.ts';
import { databaseFor, newServerDatabase } from './installations/server-database.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A clock that a test can move. It starts at the time of day. */
export class MovableClock implements HostClock {
  #passedMs = 0;
  #steadyMs = 0;
  #errorMs = 0;

  nowMs(): number {
    return this.rightMs(systemClock.nowMs()) + this.#errorMs;
  }

  steadyMs(): number {
    return systemClock.steadyMs() + this.#steadyMs;
  }

  /** Returns the time of a clock that is never wrong at the given time of the operating system's. */
  rightMs(systemMs: number): number {
    return systemMs + this.#passedMs;
  }

  /** True when so much time has passed that a server renews its certificate. */
  get isFarAhead(): boolean {
    return this.#passedMs > 30 * 86_400_000;
  }

  /** Has so much time pass; it was set back if that is negative. */
  advanceSeconds(seconds: number): void {
    this.#passedMs += seconds * 1000;
    this.#steadyMs += Math.max(seconds, 0) * 1000;
  }

  /** Sets it so much ahead of the right time, or right with 0. */
  setAheadSeconds(seconds: number): void {
    this.#errorMs = seconds * 1000;
  }
}

/** A PEM certificate and its key. */
export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

/** The answer of a server. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body as JSON. */
  readonly json: Record<string, unknown>;
  /** True when the connection had carried a request before. */
  readonly keptAlive: boolean;
  /** True when the TLS session of the connection was resumed. */
  readonly resumed: boolean;
}

export interface CallOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly rawBody?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined: the super administrator; null: nobody. */
  readonly as?: ClientIdentity | null;
  /** Keeps connections and sessions; without one, calls of the same client share those of this process. */
  readonly agent?: Agent;
}

export const ADMINISTRATION = '/sealwright/v1';
export const CA_REST = '/ejbca/ejbca-rest-api';

export class TestServer {
  readonly running: RunningServer;
  readonly home: string;
  /** The URL of its database; undefined: the one in the home directory. */
  readonly database: string | undefined;
  readonly clock: MovableClock;
  /** Every line that was logged. */
  readonly log: string[];

  private constructor(
    running: RunningServer,
    { home, database }: Pick<ServerConfig, 'home' | 'database'>,
    clock: MovableClock,
    log: string[],
  ) {
    this.running = running;
    this.home = home;
    this.database = database;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Starts on a new installation, or on the home directory and the database of `options`. Stopped when the test ends, and what is not
   * the test's is removed.
   *
   * The new installation is a copy of one that was made for all tests: each copy has the same CA and the same super administrator. Where
   * that matters, or the first start itself, {@link startFirst} is for it.
   */
  static async start(
    t: Pick<TestContext, 'after'>,
    options: Partial<ServerConfig> = {},
    surroundings: Partial<Surroundings> = {},
  ): Promise<TestServer> {
    const isNew = options.home === undefined && options.database === undefined;
    const isCopy = isNew && !decidesFirstStart(options, surroundings) && managementToken() === undefined;
    return TestServer.#start(t, options, surroundings, isCopy ? copyInstallation : () => databaseFor(options));
  }

  /** As {@link start}, but makes a new installation by a first start of its own. */
  static async startFirst(
    t: Pick<TestContext, 'after'>,
    options: Partial<Omit<ServerConfig, 'home' | 'database'>> = {},
    surroundings: Partial<Surroundings> = {},
  ): Promise<TestServer> {
    return TestServer.#start(t, options, surroundings, newServerDatabase);
  }

  static async #start(
    t: Pick<TestContext, 'after'>,
    options: Partial<ServerConfig>,
    surroundings: Partial<Surroundings>,
    install: (home: string) => Promise<TemporaryDatabase | undefined>,
  ): Promise<TestServer> {
    const home = options.home ?? mkdtempSync(path.join(tmpdir(), 'sealwright-e2e-'));
    const database = await install(home);
    const clock = new MovableClock();
    const log: string[] = [];
    const token = managementToken();
    const where = { home, database: database?.url ?? options.database };
    const config = { ...localConfig(where), ...token?.config, ...options, ...where };
    const around: Surroundings = {
      ...localSurroundings(
        pino({ level: config.logLevel, base: null }, { write: (line: string) => void log.push(line) }),
      ),
      clock,
      databaseClock: (databaseMs) => clock.rightMs(databaseMs),
      ...token?.surroundings,
      ...surroundings,
    };
    if (token !== undefined) await makeManagementToken(token, config, around);
    const running = await startServer(config, around);
    const server = new TestServer(running, config, clock, log);
    atEnd(t, async () => {
      await running.stop();
      await database?.remove();
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    });
    return server;
  }

  get superAdministrator(): ClientIdentity {
    return { cert: this.#adminFile('superadmin.crt.pem'), key: this.#adminFile('superadmin.key.pem') };
  }

  /** Upper-case hex without leading zeros, as the program writes it; OpenSSL writes whole octets. */
  get superAdministratorSerial(): string {
    return new X509Certificate(this.superAdministrator.cert).serialNumber.replace(/^0+/, '');
  }

  get caChain(): string {
    return this.#adminFile('ca-chain.pem');
  }

  /** Calls the HTTPS listener. `target` is a path under the CA REST interface, such as `/v1/ca`. */
  async call(target: string, options: CallOptions = {}): Promise<Answer> {
    return send(
      new URL(CA_REST + target, this.running.urls[0]),
      { ...this.#identity(options), ...this.#trust() },
      options,
    );
  }

  /** Calls the administration interface. `target` is a path under it, such as `/documents/ROLE`. */
  async administer(target: string, options: CallOptions = {}): Promise<Answer> {
    return send(
      new URL(ADMINISTRATION + target, this.running.urls[0]),
      { ...this.#identity(options), ...this.#trust() },
      options,
    );
  }

  /** Fetches from the plain listener of relying parties. */
  async fetchPlain(target: string): Promise<Response> {
    return fetch(new URL(target, this.running.urls[1]));
  }

  /** Fetches from the operators' listener. */
  async fetchOps(target: string): Promise<Response> {
    return fetch(new URL(target, this.running.urls[2]));
  }

  /** A server that has renewed its certificate by a clock of the future shows one that is not valid yet. */
  #trust(): { ca: string; rejectUnauthorized?: false } {
    return { ca: this.caChain, ...(this.clock.isFarAhead && { rejectUnauthorized: false }) };
  }

  #identity({ as = this.superAdministrator }: CallOptions): Partial<ClientIdentity> {
    return as ?? {};
  }

  #adminFile(name: string): string {
    return readFileSync(path.join(this.home, 'admin', name), 'utf8');
  }
}

/** Sends one request over TLS to a server that shows a certificate for localhost. */
export async function send(
  url: URL,
  tls: { ca: string; cert?: string; key?: string; rejectUnauthorized?: false },
  options: CallOptions,
): Promise<Answer> {
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const headers = {
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...options.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(
    url,
    { method, headers, servername: 'localhost', agent: options.agent ?? CONNECTIONS, ...tls },
    (incoming) => {
      // While the socket is there for sure.
      const resumed = incoming.socket instanceof TLSSocket && incoming.socket.isSessionReused();
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          bytes,
          text,
          json: parse(text),
          keptAlive: outgoing.reusedSocket,
          resumed,
        });
      });
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

/** A handshake with two certificates takes longer than most of what is asked. */
const CONNECTIONS = new Agent({ keepAlive: true });

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
