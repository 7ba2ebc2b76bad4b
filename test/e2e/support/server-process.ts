/** The program in a process of its own, as an operator starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ADMINISTRATION, type Answer, CA_REST, type CallOptions, send } from './test-server.ts';

const MAIN = path.join(import.meta.dirname, '../../../bin/sealwright.js');
const START_TIMEOUT_MS = 180_000;

type CallAs = CallOptions & { readonly home?: string };

/** Options of a start of the program. */
export interface ProcessOptions {
  readonly home: string;
  readonly database?: string | undefined;
  /** Base64. */
  readonly masterKey?: string | undefined;
  /** The program of another release, in place of this one's. */
  readonly program?: string | undefined;
  /** Node, in place of the one that runs the tests. */
  readonly node?: string | undefined;
  /** Further arguments. */
  readonly settings?: readonly string[];
  /** In a process group of its own, to which a signal can be sent. */
  readonly leadsGroup?: boolean;
}

/** Starts a command of the program; nothing is waited for. */
export function spawnCommand(
  command: readonly string[],
  { home, database, masterKey, program = MAIN, node = process.execPath, leadsGroup = false }: ProcessOptions,
): ChildProcess {
  const { SEALWRIGHT_MASTER_KEY: _, ...environment } = process.env;
  return spawn(node, [program, ...command, '--home', home], {
    detached: leadsGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      SEALWRIGHT_LOG_LEVEL: 'warn',
      ...(database === undefined ? {} : { SEALWRIGHT_DATABASE: database }),
      ...(masterKey === undefined ? {} : { SEALWRIGHT_MASTER_KEY: masterKey }),
    },
  });
}

/** Runs a command to its end. */
export async function runCommand(
  command: readonly string[],
  options: ProcessOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnCommand(command, options);
  const output = collect(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}

/** A server process that serves. */
export class ServerProcess {
  readonly child: ChildProcess;
  readonly options: ProcessOptions;
  /** The message with which it said that it was ready. */
  readonly message: string;
  /** The URL of its listener with TLS. */
  readonly https: string;

  private constructor(child: ChildProcess, options: ProcessOptions, message: string, https: string) {
    this.child = child;
    this.options = options;
    this.message = message;
    this.https = https;
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @throws {TypeError} with what it said, when it ends instead
   */
  static async start(options: ProcessOptions): Promise<ServerProcess> {
    const child = spawnServer(options);
    const output = collect(child);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(() => reject(new TypeError(`the server does not listen:\n${output()}`)), START_TIMEOUT_MS);
    child.once('close', (code) => reject(new TypeError(`the server ended with ${code ?? 'a signal'}:\n${output()}`)));
    child.stdout!.on('data', () => {
      const found = /listens on (https:\/\/\S+)[\s\S]*[Ee]nroll a certificate/.exec(output());
      if (found !== null) resolve(found[1]!);
    });
    try {
      const https = await promise;
      return new ServerProcess(child, options, output(), https);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** True when the files of a super administrator are in its home directory: only where they were made. */
  get hasAdministrator(): boolean {
    return existsSync(path.join(this.options.home, 'admin'));
  }

  /** The URL of its listener without TLS. */
  get http(): string {
    return /http:\/\/\S+/.exec(this.message)![0];
  }

  /** Calls the CA REST interface, as the super administrator of `home` unless told otherwise. */
  async call(target: string, options: CallAs = {}): Promise<Answer> {
    return this.send(CA_REST + target, options);
  }

  /** As {@link call}, of the administration interface. */
  async administer(target: string, options: CallAs = {}): Promise<Answer> {
    return this.send(ADMINISTRATION + target, options);
  }

  /** As {@link call}, of any path. */
  async send(target: string, options: CallAs = {}): Promise<Answer> {
    const admin = (name: string) => readFileSync(path.join(options.home ?? this.options.home, 'admin', name), 'utf8');
    const { as = { cert: admin('superadmin.crt.pem'), key: admin('superadmin.key.pem') } } = options;
    return send(new URL(target, this.https), { ca: admin('ca-chain.pem'), ...as }, options);
  }

  /** Ends the process as an operator does, and waits for its end. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const closed = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await closed;
  }
}

/** Starts a server on free ports; nothing is waited for. */
export function spawnServer(options: ProcessOptions): ChildProcess {
  const anyPort = ['--https', '127.0.0.1:0', '--http', '127.0.0.1:0', '--ops', '127.0.0.1:0'];
  return spawnCommand(['start', ...anyPort, ...(options.settings ?? [])], options);
}

/** Collects what a process writes. */
export function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  for (const stream of [stdout!, stderr!]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}
