/** The server as a process of its own on a disk that can lose power, and what a test needs to know of what it answered. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { lackingOptions } from '../../../bin/launch/server-options.js';
import { newRequest } from '../../e2e/support/enrollment.ts';
import { CA_REST } from '../../e2e/support/test-server.ts';
import type { FragileDisk } from './fragile-disk.ts';
import { RunningProcess } from './running-process.ts';

/** A certificate that the server has answered with. */
export interface AnsweredCertificate {
  readonly username: string;
  /** Upper-case hex without leading zeros. */
  readonly serialNumber: string;
}

/** One run of the server. */
export class ServerProcess {
  readonly #running: RunningProcess;
  readonly #home: string;
  #agent: Agent | undefined;

  /** Starts it on the disk. @param killAt - see {@link FragileDisk.environment} */
  constructor(disk: FragileDisk, killAt?: number) {
    this.#home = homeOn(disk);
    const anyPort = ['--https', '--http', '--ops'].flatMap((listener) => [listener, '127.0.0.1:0']);
    const args = ['start', '--home', this.#home, ...anyPort, '--log-level', 'warn'];
    // The program would begin its process anew without them, and the disk counts the synchronizations of the first one.
    const options = { NODE_OPTIONS: lackingOptions([], {})!.options.join(' ') };
    this.#running = new RunningProcess(PROGRAM, args, { ...options, ...disk.environment(killAt) });
  }

  /** Returns when it listens. */
  async ready(): Promise<void> {
    await this.#running.printed();
  }

  /** Returns when it listens, or was killed before that: false. */
  async readyOrKilled(): Promise<boolean> {
    try {
      await this.#running.printed();
      return true;
    } catch (error) {
      if ((await this.#running.ended()) === 'SIGKILL') return false;
      throw error;
    }
  }

  async kill(): Promise<void> {
    await this.#running.kill();
    this.#agent?.destroy();
  }

  /** Calls the CA REST interface as the super administrator. */
  async call(target: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
    const admin = (file: string) => readFileSync(join(this.#home, 'admin', file));
    this.#agent ??= new Agent({
      keepAlive: true,
      ca: admin('ca-chain.pem'),
      cert: admin('superadmin.crt.pem'),
      key: admin('superadmin.key.pem'),
      servername: 'localhost',
    });
    const outgoing = request(new URL(CA_REST + target, this.#url()), {
      agent: this.#agent,
      ...(body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } }),
    });
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    outgoing.on('error', reject).on('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('error', reject).on('end', () => resolve({ status: incoming.statusCode!, text }));
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  }

  /** Enrolls under a username, and gives undefined when the server was killed meanwhile. */
  async enroll(username: string): Promise<AnsweredCertificate | undefined> {
    const body = newRequest({ username, subject: `CN=${username}` });
    const answer = await this.call('/v1/certificate/pkcs10enroll', body).catch(() => undefined);
    if (answer === undefined) return undefined;
    if (answer.status !== 200) throw new TypeError(`the server refused ${username}: ${answer.text}`);
    const { serial_number: serialNumber } = JSON.parse(answer.text) as { serial_number: string };
    return { username, serialNumber: trimmed(serialNumber) };
  }

  /** The first line that it prints names the listeners. */
  #url(): string {
    const [url] = /https:\/\/[\d.:]+/.exec(this.#running.lines[0]!)!;
    return url;
  }
}

/** The database of a server that does not run. */
export class ServerDatabase {
  readonly #database: DatabaseSync;

  constructor(disk: FragileDisk) {
    this.#database = new DatabaseSync(join(homeOn(disk), 'sealwright.db'));
  }

  /** `ok`, or what `PRAGMA integrity_check` found wrong. */
  get integrity(): string {
    return this.#texts('PRAGMA integrity_check').join(', ');
  }

  /** The serial numbers of certificates that were enrolled under a username that begins so. */
  certificatesOf(prefix: string): ReadonlySet<string> {
    return this.#serialNumbers('SELECT hex(serial) FROM certificate WHERE username GLOB ?', prefix);
  }

  /** The same by the audit records of their issuance. */
  recordedCertificatesOf(prefix: string): ReadonlySet<string> {
    const issued = `event = 'CERT_CREATION' AND outcome = 'SUCCESS'`;
    return this.#serialNumbers(`SELECT serial FROM audit_record WHERE ${issued} AND username GLOB ?`, prefix);
  }

  close(): void {
    this.#database.close();
  }

  #serialNumbers(sql: string, prefix: string): ReadonlySet<string> {
    return new Set(this.#texts(sql, `${prefix}*`).map(trimmed));
  }

  #texts(sql: string, ...values: readonly string[]): string[] {
    const rows = this.#database.prepare(sql).all(...values);
    return rows.map((row) => String(Object.values(row)[0]));
  }
}

function trimmed(hex: string): string {
  return hex.replace(/^0+/, '');
}

function homeOn(disk: FragileDisk): string {
  return join(disk.directory, 'home');
}

const PROGRAM = fileURLToPath(new URL('../../../bin/sealwright.js', import.meta.url));
