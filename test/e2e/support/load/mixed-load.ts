/** Several server processes on one database, or one with worker processes, under a load of everything at once, and the proof of what they answered. */
import { Certificate, parsePem } from '@sealwright/pki';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { newRequest } from '../enrollment.ts';
import { ocspStatus } from '../ocsp-requests.ts';
import { withDatabase } from '../installations/server-database.ts';
import { ServerProcess } from '../server-process.ts';
import type { Answer } from '../test-server.ts';
import { serveAgain, workerPids } from '../worker-processes/worker-processes.ts';

/** An act of the load. */
export type Act = 'enroll' | 'revoke' | 'ocsp' | 'sign' | 'search' | 'crl';

/** A process in its place: it is gone for a while when it is killed. */
interface Place {
  server: ServerProcess | undefined;
  readonly home: string;
}

/** A certificate that was answered. */
interface Known {
  readonly certificate: Certificate;
  readonly username: string;
  /** `unknown` once a revocation was sent that was not answered. */
  state: 'good' | 'revoking' | 'revoked' | 'unknown';
}

/** The outcome of the load. */
export interface LoadReport {
  readonly answered: Readonly<Record<Act, number>>;
  /** Numbers of answers 503 and of broken connections. */
  readonly unavailable: number;
  readonly broken: number;
  /** Searches that took longer than the ten seconds that they may. */
  readonly slow: number;
  /** Everything else that was not as it has to be, in words. */
  readonly errors: readonly string[];
}

/** Options of the processes. */
export interface LoadedProcesses {
  /** PostgreSQL; undefined for one process on SQLite. */
  readonly url: string | undefined;
  readonly processes: number;
  /** Worker processes of each: 1 unless given. */
  readonly workers?: number;
  /** The program of another release, in place of this one's. */
  readonly program?: string | undefined;
}

/** The processes of an installation, and lanes of clients that ask any of them. */
export class MixedLoad {
  readonly #places: readonly Place[];
  readonly #url: string | undefined;
  readonly #workers: number;
  readonly #masterKey: string;
  #program: string | undefined;
  #acts: readonly Act[] = ACTS;
  #home = '';
  #ca: Certificate | undefined;
  #isOver = false;
  #pauseMs = 0;
  #names = 0;
  readonly #known: Known[] = [];
  readonly #sent = new Set<string>();
  readonly #answered: Record<Act, number> = { enroll: 0, revoke: 0, ocsp: 0, sign: 0, search: 0, crl: 0 };
  readonly #errors: string[] = [];
  #unavailable = 0;
  #broken = 0;
  #slow = 0;

  private constructor({ url, processes, workers = 1, program }: LoadedProcesses) {
    this.#url = url;
    this.#workers = workers;
    this.#masterKey = randomBytes(32).toString('base64');
    this.#program = program;
    this.#places = Array.from({ length: processes }, (_, at) => ({
      server: undefined,
      home: mkdtempSync(path.join(tmpdir(), `sealwright-load-${at}-`)),
    }));
  }

  /** Starts an installation on an empty database, whose CA makes a CRL upon every revocation. */
  static async start(options: LoadedProcesses): Promise<MixedLoad> {
    const load = new MixedLoad(options);
    try {
      await Promise.all(load.#places.map((place) => load.#start(place)));
      const { home } = load.#places.find(({ server }) => server!.hasAdministrator)!;
      load.#home = home;
      const chain = readFileSync(path.join(home, 'admin', 'ca-chain.pem'), 'utf8');
      load.#ca = Certificate.parse(parsePem(chain)[0]!.der);
      await load.#issueCrlsUponRevocation();
      return load;
    } catch (error) {
      await load.stop();
      throw error;
    }
  }

  /** Has so many clients ask until {@link end}, for those of `acts` in turns. @param pauseMs - of each client after each act */
  run(lanes: number, acts: readonly Act[] = ACTS, pauseMs = 0): Promise<void> {
    this.#isOver = false;
    this.#pauseMs = pauseMs;
    this.#acts = acts;
    return Promise.all(Array.from({ length: lanes }, (_, lane) => this.#lane(lane))).then(() => undefined);
  }

  /** Has every client stop after its present act. */
  end(): void {
    this.#isOver = true;
  }

  /** Kills a process without warning, and starts another one in its place. */
  async kill(at: number): Promise<void> {
    const place = this.#places[at % this.#places.length]!;
    const { server } = place;
    if (server === undefined) return;
    place.server = undefined;
    const closed = once(server.child, 'close');
    server.child.kill('SIGKILL');
    await closed;
    // The database may be away for a moment as well.
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#start(place);
      } catch (error) {
        if (attempt === MOST_STARTS) throw error;
        await sleep(500);
      }
    }
  }

  /** Kills a worker process of the first process without warning, and waits until its supervisor has replaced it. */
  async killWorker(at: number): Promise<void> {
    const [{ server }] = this.#places as [Place];
    if (server === undefined) return;
    const pids = workerPids(server);
    const killed = pids[at % pids.length]!;
    process.kill(killed, 'SIGKILL');
    await serveAgain(server, this.#workers, [killed]);
  }

  /** Stops a process as an operator does, and starts another one in its place. @param program - of another release; this one's unless given */
  async replace(at: number, program?: string): Promise<void> {
    const place = this.#places[at]!;
    const { server } = place;
    place.server = undefined;
    await server?.stop();
    this.#program = program;
    await this.#start(place);
  }

  /** Tries to start a further process of another release, or of this one. @returns what it said, when it was refused */
  async refusalOf(program: string | undefined): Promise<string | undefined> {
    const [{ home }] = this.#places as [Place];
    try {
      const started = await ServerProcess.start({ home, database: this.#url, masterKey: this.#masterKey, program });
      await started.stop();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** The resident memory of each process, in MiB, its worker processes after it; 0 of one that is gone. */
  residentMiB(): readonly number[] {
    return this.#places.flatMap(({ server }) => {
      if (server === undefined) return [0];
      return [server.child.pid!, ...(this.#workers > 1 ? workerPids(server) : [])].map(residentMiBOf);
    });
  }

  get report(): LoadReport {
    return {
      answered: this.#answered,
      unavailable: this.#unavailable,
      broken: this.#broken,
      slow: this.#slow,
      errors: this.#errors,
    };
  }

  /**
   * Compares what was answered with what is stored. To be called when nothing is under way any more.
   *
   * @returns what does not fit, in words
   */
  async verify(): Promise<readonly string[]> {
    const where = { home: this.#home, database: this.#url };
    const query = (statement: string): unknown => withDatabase(where, (database) => database.prepare(statement).all());
    const serial = this.#url === undefined ? 'hex(serial)' : "encode(serial, 'hex')";
    const certificates = query(
      `SELECT username, max(${serial}) AS serial, max(status) AS status, count(*) AS n FROM certificate
       WHERE username LIKE 'load %' GROUP BY username`,
    ) as readonly { username: string; serial: string; status: string; n: string }[];
    const revocations = query(
      `SELECT serial, count(*) AS n FROM audit_record WHERE event = 'CERT_REVOKED' AND outcome = 'SUCCESS' GROUP BY serial`,
    ) as readonly { serial: string; n: string }[];
    const processed = query(
      `SELECT count(*) AS n FROM audit_record WHERE event = 'PROCESS' AND outcome = 'SUCCESS'`,
    ) as readonly { n: string }[];
    const wrong: string[] = [];
    const stored = new Map(certificates.map((row) => [row.username, row]));
    for (const { username, n } of certificates) {
      if (Number(n) !== 1) wrong.push(`${username} has ${n} certificates`);
      if (!this.#sent.has(username)) wrong.push(`${username} was never asked for`);
    }
    for (const { username, state, certificate } of this.#known) {
      const row = stored.get(username);
      if (row === undefined) wrong.push(`the answered certificate of ${username} is not there`);
      else if (state === 'revoked' && Number(row.status) !== REVOKED)
        wrong.push(`the revocation of ${username} is not there`);
      else if (state === 'good' && Number(row.status) === REVOKED)
        wrong.push(`${username} is revoked and nobody asked`);
      if (row !== undefined && BigInt(`0x${row.serial}`) !== BigInt(`0x${certificate.serialNumberText}`))
        wrong.push(`${username} has another serial number`);
    }
    for (const { serial, n } of revocations) if (Number(n) > 1) wrong.push(`${serial} was revoked ${n} times`);
    const signed = Number(processed[0]!.n);
    if (signed < this.#answered.sign) wrong.push(`${this.#answered.sign} signatures, of which ${signed} are recorded`);
    return wrong;
  }

  async stop(): Promise<void> {
    this.end();
    await Promise.all(this.#places.map(async ({ server }) => server?.stop()));
    for (const { home } of this.#places) rmSync(home, { recursive: true, force: true });
  }

  async #start(place: Place): Promise<void> {
    place.server = await ServerProcess.start({
      home: place.home,
      database: this.#url,
      masterKey: this.#masterKey,
      program: this.#program,
      settings: this.#workers > 1 ? ['--workers', String(this.#workers), '--rsa-pool', '0'] : [],
    });
    // Nobody reads any more what it says.
    place.server.child.stdout!.removeAllListeners('data').resume();
    place.server.child.stderr!.removeAllListeners('data').resume();
  }

  async #issueCrlsUponRevocation(): Promise<void> {
    const server = this.#places[0]!.server!;
    const { json } = await server.administer('/documents/CA/ManagementCA', { home: this.#home });
    const settings = { ...(json['settings'] as object), generateCrlUponRevocation: true };
    const changed = await server.administer('/documents/CA/ManagementCA', {
      home: this.#home,
      method: 'PUT',
      body: { settings },
    });
    if (changed.status !== 200) throw new TypeError(changed.text);
  }

  async #lane(lane: number): Promise<void> {
    for (let turn = lane; !this.#isOver; turn++) {
      const act = this.#acts[turn % this.#acts.length]!;
      const live = this.#places.flatMap(({ server }) => (server === undefined ? [] : [server]));
      if (live.length === 0) {
        await sleep(50);
        continue;
      }
      if (this.#pauseMs > 0) await sleep(this.#pauseMs);
      const server = live[Math.floor(Math.random() * live.length)]!;
      try {
        if (await this.#actors[act](server)) this.#answered[act] += 1;
      } catch (error) {
        if (!isBroken(error)) this.#errors.push(`${act}: ${String(error)}`);
        else {
          this.#broken += 1;
          this.#lastBroken = `${act}: ${(error as Error).message}`;
          // As clients do.
          await sleep(100);
        }
      }
    }
  }

  #lastBroken: string | undefined;
  #lastUnavailable: string | undefined;

  /** The last answer 503, in words. */
  get lastUnavailable(): string | undefined {
    return this.#lastUnavailable;
  }

  /** The last connection that broke, in words. */
  get lastBroken(): string | undefined {
    return this.#lastBroken;
  }

  /** Each tells whether it was answered as it has to be; false when the server could not now. */
  readonly #actors: Readonly<Record<Act, (server: ServerProcess) => Promise<boolean>>> = {
    enroll: async (server) => {
      const username = `load ${++this.#names} ${randomBytes(4).toString('hex')}`;
      this.#sent.add(username);
      const body = newRequest({ username, subject: `CN=${username}` });
      const answer = await server.call('/v1/certificate/pkcs10enroll', { body, home: this.#home });
      if (!this.#isAnswered(answer, 'enroll')) return false;
      const certificate = Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string));
      this.#known.push({ certificate, username, state: 'good' });
      return true;
    },
    revoke: async (server) => {
      const known = this.#any('good');
      if (known === undefined) return false;
      known.state = 'revoking';
      try {
        const issuer = encodeURIComponent(known.certificate.issuer.toString());
        const target = `/v1/certificate/${issuer}/${known.certificate.serialNumberText}/revoke?reason=SUPERSEDED`;
        const answer = await server.call(target, { method: 'PUT', home: this.#home });
        if (!this.#isAnswered(answer, 'revoke')) {
          known.state = 'unknown';
          return false;
        }
        known.state = 'revoked';
        return true;
      } catch (error) {
        known.state = 'unknown';
        throw error;
      }
    },
    ocsp: async (server) => {
      const known = this.#any(Math.random() < 0.5 ? 'good' : 'revoked');
      if (known === undefined) return false;
      const before = known.state;
      const told = await ocspStatus(server.http, known.certificate, this.#ca!);
      if (told === 'tryLater' || told === 'internalError') {
        this.#unavailable += 1;
        this.#lastUnavailable = `ocsp: ${told}`;
        return false;
      }
      // One that was being revoked meanwhile may be either.
      if (before === 'revoked' ? told !== 'revoked' : told !== 'good' && known.state === 'good')
        throw new UnexpectedAnswer(`${told} of ${known.username}, which was ${before}`);
      return true;
    },
    sign: async (server) => {
      const body = { data: randomBytes(200).toString('base64'), encoding: 'BASE64' };
      const headers = { 'x-keyfactor-requested-with': 'load', accept: '*/*' };
      const answer = await server.send('/signserver/rest/v1/workers/PlainSigner/process', {
        body,
        headers,
        home: this.#home,
      });
      return this.#isAnswered(answer, 'sign');
    },
    search: async (server) => {
      const known = this.#any('good');
      if (known === undefined) return false;
      const criteria = [{ property: 'QUERY', value: known.username, operation: 'EQUAL' }];
      const body = { max_number_of_results: 10, criteria };
      const answer = await server.call('/v1/certificate/search', { body, home: this.#home });
      if (isLate(answer)) {
        this.#slow += 1;
        return false;
      }
      if (!this.#isAnswered(answer, 'search')) return false;
      const [found] = answer.json as unknown as [{ readonly certificates: readonly unknown[] }];
      const { length } = found.certificates;
      if (length !== 1) throw new UnexpectedAnswer(`${length} certificates of ${known.username}`);
      return true;
    },
    crl: async (server) => {
      const issuer = encodeURIComponent(this.#ca!.subject.toString());
      const answer = await server.call(`/v1/ca/${issuer}/getLatestCrl`, { home: this.#home });
      return this.#isAnswered(answer, 'crl');
    },
  };

  #any(state: Known['state']): Known | undefined {
    for (let attempt = 0; attempt < 20; attempt++) {
      const known = this.#known[Math.floor(Math.random() * this.#known.length)];
      if (known?.state === state) return known;
    }
    return undefined;
  }

  #isAnswered({ status, text }: Answer, act: Act): boolean {
    if (status === 200 || (status === 201 && act === 'enroll')) return true;
    if (status !== 503) throw new UnexpectedAnswer(`${status} ${text.slice(0, 300)}`);
    this.#unavailable += 1;
    this.#lastUnavailable = `${act}: ${text.slice(0, 300)}`;
    return false;
  }
}

function residentMiBOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** Tells whether a search was ended after its ten seconds: too large (500 without a body), or hardly worked on. */
function isLate({ status, text }: Answer): boolean {
  return (status === 500 && text === '') || (status === 503 && text.includes('Too many large requests'));
}

/** Tells whether a connection broke or could not be made. `fetch` has the reason one deeper. */
function isBroken(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return typeof code === 'string' && /^E[A-Z]+$|^UND_ERR_SOCKET$/.test(code)
    ? true
    : cause !== undefined && isBroken(cause);
}

/** An answer that no client may get. */
class UnexpectedAnswer extends Error {}

/** The acts in turn: many enrollments, signatures and status requests, fewer of what is dear. */
export const ACTS: readonly Act[] = [
  'enroll',
  'sign',
  'ocsp',
  'enroll',
  'sign',
  'revoke',
  'ocsp',
  'search',
  'sign',
  'crl',
];
const REVOKED = 40;
const MOST_STARTS = 20;
