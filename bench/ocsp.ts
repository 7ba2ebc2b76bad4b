/**
 * OCSP answers a second, and the processor time of each, beside the floor and beside `openssl ocsp` in the same run: `node bench/ocsp.ts [options]`.
 *
 *   --certificates N  certificates in the table, and in the index of openssl; 10 % are revoked (1000). With more than that, a server with 1000 takes its turn, too
 *   --rounds N        in which server, floor and openssl take turns (4). Half-way, all are started again in the opposite order: one that is started first does worse than one that is started last
 *   --seconds N       of load for each in a round (5)
 *   --connections N   at a time (16)
 *   --database URL    PostgreSQL instead of the embedded database
 *   --home DIR        keeps the installation there, and takes the one that is there already, with its certificates
 *   --only-store      ends when the certificates are stored, and the server has indexed them in the background
 *   --settle N        seconds that the server has to be idle for before it is measured (2); with a million certificates work begins half a minute after its start
 *   --softhsm         the responder's key in a token of SoftHSM, instead of software
 *   --without-nonce   requests that caches may answer: the server gives its answer out again while nothing has changed
 *   --without-openssl
 *   --cpu-prof        has the server write a profile of its processor time into the present directory
 *
 * 50,000 requests ask about certificates from the whole table, each about another one if there are as many. Each has a nonce unless told otherwise, so each answer is signed, with P-256 by all three.
 * The embedded database is read from the operating system's cache: the file is read through before each turn, since a host may take such pages away meanwhile. openssl closes the connection after
 * each answer, answers one at a time and has all in memory; so the server and the floor are measured with a connection for each request, too, and so is
 * a bare listener of the runtime, which reads no HTTP and sends constant octets: no program on it answers more connections. The processor
 * time of an answer is that of the whole process over the load, without that of PostgreSQL. The floor (`bench/ocsp-floor.ts`) parses, reads the row of the
 * real table, encodes, signs and sends.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  assembleOcspRequest,
  Certificate,
  encodeTbsOcspRequest,
  makeExtension,
  ocspCertificateId,
  ocspNonce,
  parsePem,
  serialNumberToBytes,
} from '../packages/pki/src/index.ts';
import { type Database, openDatabase, storesOf, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { installPkcs11js } from '../scripts/install-pkcs11js.ts';
import { SoftHsm } from '../test/interop/programs/soft-hsm.ts';
import { TestCa } from '../test/pki/test-pki.ts';
import { administer } from './administer.ts';
import { storeCertificates } from './generated-certificates.ts';
import { median, percentile, type PlainTarget, post, sendAll, sendFor, type Target } from './http-load.ts';
import { freePort, type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const {
  certificates: count,
  rounds,
  seconds,
  connections,
  settle,
  ...values
} = readOptions({
  certificates: 1000,
  rounds: 4,
  seconds: 5,
  connections: 16,
  settle: 2,
  database: undefined,
  home: undefined,
  'only-store': false,
  softhsm: false,
  'without-nonce': false,
  'without-openssl': false,
  'cpu-prof': false,
});

/** A program that answers, and its requests. */
interface Responder {
  readonly name: string;
  readonly target: PlainTarget;
  readonly requests: readonly Buffer[];
  readonly keepsAlive: boolean;
  /** The file that it reads. */
  readonly database?: string | undefined;
  readonly cpuSeconds: () => number | Promise<number>;
  readonly stop: () => Promise<void> | void;
}

/** As many as are measured in seconds. The load generator needs as much memory for those of a few certificates as for those of many. */
const REQUESTS = 50_000;
const FEW_CERTIFICATES = 1000;
const home = values.home ?? mkdtempSync(path.join(tmpdir(), 'bench-ocsp-'));
/** Where few certificates are, to compare with; a database on PostgreSQL is one installation. */
const fewHome =
  count > FEW_CERTIFICATES && values.database === undefined ? path.join(home, 'few-certificates') : undefined;
/** For each way to connect: as long as V8 goes on compiling. A service runs for months. */
const WARM_UP_SECONDS = 15;
/** In a second. */
const IDLE_CPU_SECONDS = 0.1;
const FEW = `with ${FEW_CERTIFICATES} certificates`;
const responders: Responder[] = [];
const rates = new Map<string, number[]>();
const times = new Map<string, number[]>();
try {
  await storeUnlessThere(home, count);
  if (fewHome !== undefined) await storeUnlessThere(fewHome, FEW_CERTIFICATES);
  if (values['only-store']) await (await settledServer(home)).stop();
  else await measureAll();
} finally {
  await stopAll();
  if (values.home === undefined) rmSync(home, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const caId = await inDatabase(home, idOfCa);
  const serials = serialsAskedAbout(home);
  const starts = [
    () => sealwright('sealwright', home),
    ...(fewHome === undefined ? [] : [() => sealwright(FEW, fewHome)]),
    () => floor(serials, caId),
    () => bareListener(serials),
    ...(values['without-openssl'] ? [] : [() => openssl(serials)]),
  ];
  const half = Math.ceil(rounds / 2);
  await measureRounds(1, half, starts);
  await measureRounds(half + 1, rounds, starts.toReversed());
  console.log('medians');
  for (const [name, all] of rates)
    console.log(`  ${name.padEnd(42)} ${median(all).toFixed(0)}/s, CPU ${median(times.get(name)!).toFixed(0)} us each`);
  for (const way of ['connections kept', 'a connection each']) {
    console.log(`${way}: ${ratioOfRates(way, 'floor')} of the floor's rate, the median of the rounds`);
    if (fewHome !== undefined) console.log(`${way}: ${ratioOfRates(way, FEW)} of the rate with ${FEW_CERTIFICATES}`);
  }
}

/** Starts the programs, measures them in rounds, and stops them. */
async function measureRounds(
  first: number,
  last: number,
  starts: readonly (() => Promise<Responder>)[],
): Promise<void> {
  if (first > last) return;
  for (const start of starts) responders.push(await start());
  for (const responder of responders)
    for (const reuse of waysOf(responder))
      await sendFor(responder.target, responder.requests, connections, WARM_UP_SECONDS, { reuse });
  for (let round = first; round <= last; round++) {
    console.log(`round ${round}, load of the machine ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores`);
    for (const reuse of [true, false])
      for (const responder of responders) if (waysOf(responder).includes(reuse)) await measure(responder, reuse);
  }
  await stopAll();
}

async function stopAll(): Promise<void> {
  for (const responder of responders.splice(0)) await responder.stop();
}

function ratioOfRates(way: string, other: string): string {
  const [own, others] = ['sealwright', other].map((name) => rates.get(`${name}, ${way}`)!);
  return median(own!.map((rate, round) => rate / others![round]!)).toFixed(2);
}

async function measure(responder: Responder, reuse: boolean): Promise<void> {
  if (responder.database !== undefined) await readThrough(responder.database);
  const before = await responder.cpuSeconds();
  const load = await sendFor(responder.target, responder.requests, connections, seconds, { reuse });
  const cpu = (((await responder.cpuSeconds()) - before) / load.answered) * 1e6;
  if (load.failed > 0) throw new RangeError(`${load.failed} requests failed; the first answer: ${load.firstFailure}`);
  const rate = load.answered / load.seconds;
  const name = `${responder.name}, ${reuse ? 'connections kept' : 'a connection each'}`;
  const latencies = [0.5, 0.99].map((share) => `p${share * 100} ${percentile(load.latenciesMs, share).toFixed(1)} ms`);
  console.log(
    `  ${name.padEnd(42)} ${rate.toFixed(0)}/s, ${latencies.join(', ')}, CPU ${cpu.toFixed(0)} us each, ${load.answerOctets} octets`,
  );
  rates.set(name, [...(rates.get(name) ?? []), rate]);
  times.set(name, [...(times.get(name) ?? []), cpu]);
}

function waysOf({ keepsAlive }: Responder): readonly boolean[] {
  return keepsAlive ? [true, false] : [false];
}

/** Makes an installation, stores the certificates through the storage layer, and notes which of them are asked about: they are spread over the table. */
async function storeUnlessThere(where: string, certificates: number): Promise<void> {
  if (existsSync(serialsFile(where))) return;
  await (await startProcess('server', where, values.database)).stop();
  const serials: string[] = [];
  await inDatabase(where, async (database) => {
    const caId = await idOfCa(database);
    await storeCertificates(
      database,
      { first: 0, count: certificates, total: certificates, caId },
      (stored, writes) => {
        if (process.stderr.isTTY) process.stderr.write(`\rstored ${stored} of ${certificates}`);
        serials.push(...writes.map(({ certificate }) => serialNumberToBytes(certificate.serialNumber).toHex()));
      },
    );
  });
  const step = Math.ceil(serials.length / REQUESTS);
  const asked = serials.filter((_serial, at) => at % step === 0);
  // In the order of their last digits, which are random, so that neither rows nor entries of the index follow one another.
  const lastDigits = (serial: string) => serial.slice(-8);
  asked.sort((one, other) => (lastDigits(one) < lastDigits(other) ? -1 : 1));
  writeFileSync(serialsFile(where), asked.join('\n'));
}

/** The serial numbers of those that are asked about, in hexadecimal, one a line. */
function serialsFile(where: string): string {
  return path.join(where, 'asked-serials');
}

function serialsAskedAbout(where: string): readonly Uint8Array[] {
  return readFileSync(serialsFile(where), 'utf8')
    .split('\n')
    .map((line) => Uint8Array.fromHex(line));
}

function databaseFile(where: string): string {
  return path.join(where, 'sealwright.db');
}

async function readThrough(file: string): Promise<void> {
  for await (const _piece of createReadStream(file, { highWaterMark: 1024 * 1024 }));
}

/** The document of the CA. */
async function idOfCa(database: Database): Promise<number> {
  const [first] = await storesOf(database).states.listVersions(Number.MIN_SAFE_INTEGER, 1);
  return first!.caId;
}

async function inDatabase<T>(where: string, act: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    url: values.database ?? databaseFile(where),
    definitions: WRITE_DEFINITIONS,
    onBackgroundError: (error) => console.error(error),
  });
  try {
    return await act(database);
  } finally {
    await database.close();
  }
}

async function sealwright(name: string, where: string): Promise<Responder> {
  const softHsm = values.softhsm ? new SoftHsm() : undefined;
  if (softHsm !== undefined) Object.assign(process.env, softHsm.environment);
  const server = await settledServer(
    where,
    softHsm === undefined ? [] : [`--pkcs11-library=${softHsm.library}`, `--pkcs11js=${installPkcs11js()}`],
  );
  if (softHsm !== undefined) await moveResponderInto(softHsm, server.target);
  const ca = Certificate.parse(parsePem(server.target.ca)[0]!.der);
  const { plain: target } = server;
  return {
    name,
    target,
    requests: requestsAbout(serialsAskedAbout(where), ca, target, '/ocsp'),
    keepsAlive: true,
    ...(values.database === undefined && { database: databaseFile(where) }),
    cpuSeconds: async () => (await server.observe()).cpuSeconds,
    stop: async () => {
      await server.stop();
      softHsm?.remove();
    },
  };
}

/** Starts the server, and waits until it has done in the background what new certificates give it to do. */
async function settledServer(where: string, further: readonly string[] = []): Promise<MeasuredProcess> {
  const options = ['--max-client-connections=0', ...further];
  const server = await startProcess('server', where, values.database, options, values['cpu-prof']);
  let { cpuSeconds: before } = await server.observe();
  for (let idleSeconds = 0; idleSeconds < settle;) {
    await pause(1000);
    const { cpuSeconds } = await server.observe();
    idleSeconds = cpuSeconds - before < IDLE_CPU_SECONDS ? idleSeconds + 1 : 0;
    before = cpuSeconds;
  }
  return server;
}

/** Has the responder of the management CA sign with a key of the device from now on. */
async function moveResponderInto(softHsm: SoftHsm, target: Target): Promise<void> {
  const pin = 'bench';
  const properties = softHsm.properties(softHsm.makeToken(pin));
  const token = { type: 'PKCS11CryptoToken', properties, autoActivation: true, authenticationCode: pin };
  await administer(target, 'POST', '/documents/CRYPTOTOKEN/Device', { settings: token });
  const { settings } = await administer(target, 'GET', '/documents/CA/ManagementCA');
  const document = { settings: { ...(settings as object), ocspCryptoToken: 'Device' } };
  await administer(target, 'PUT', '/documents/CA/ManagementCA', document);
  // The task makes the key and its certificate.
  while (!softHsm.tool('token 1', pin, '--list-objects').includes('ocsp-')) await pause(500);
  await pause(2000);
}

async function floor(serials: readonly Uint8Array[], caId: number): Promise<Responder> {
  const process = await startProcess('ocsp-floor', home, values.database, [`--ca=${caId}`]);
  const { plain: target } = process;
  return {
    name: 'floor',
    target,
    requests: requestsAbout(serials, TestCa.root('CN=Floor').certificate, target, '/'),
    keepsAlive: true,
    ...(values.database === undefined && { database: databaseFile(home) }),
    cpuSeconds: async () => (await process.observe()).cpuSeconds,
    stop: () => process.stop(),
  };
}

/** A connection of the runtime, with nothing done for it but to send as many octets as the floor does. */
async function bareListener(serials: readonly Uint8Array[]): Promise<Responder> {
  const process = await startProcess('ocsp-floor', home, undefined, ['--bare']);
  const { plain: target } = process;
  return {
    name: 'bare listener',
    target,
    requests: requestsAbout(serials, TestCa.root('CN=Bare').certificate, target, '/'),
    keepsAlive: false,
    cpuSeconds: async () => (await process.observe()).cpuSeconds,
    stop: () => process.stop(),
  };
}

/** A responder of a CA of its own, whose certificates have the same numbers. */
async function openssl(serials: readonly Uint8Array[]): Promise<Responder> {
  const ca = TestCa.root('CN=Bench OCSP');
  const file = (name: string, content: string) => {
    writeFileSync(path.join(home, name), content);
    return path.join(home, name);
  };
  const caFile = file('openssl-ca.pem', ca.certificatePem);
  const key = file('openssl-ca.key', ca.privateKeyPem);
  const index = file('openssl-index', serials.map(indexLine).join(''));
  const port = await freePort();
  const signers = ['-CA', caFile, '-rsigner', caFile, '-rkey', key];
  const child = spawn(
    'openssl',
    ['ocsp', '-index', index, ...signers, '-port', String(port), '-ignore_err', '-nmin', '720'],
    // It writes a line for each request.
    { stdio: 'ignore' },
  );
  const target = { host: '127.0.0.1', port };
  const requests = requestsAbout(serials, ca.certificate, target, '/');
  await answered(target, requests[0]!);
  return {
    name: 'openssl',
    target,
    requests,
    keepsAlive: false,
    cpuSeconds: () => cpuSecondsOf(child),
    stop: () => void child.kill('SIGKILL'),
  };
}

function indexLine(serial: Uint8Array, at: number): string {
  const standing = at % 10 === 0 ? 'R\t360101000000Z\t260101000000Z,superseded' : 'V\t360101000000Z\t';
  return `${standing}\t${serial.toHex().toUpperCase()}\tunknown\t/CN=${at}\n`;
}

async function answered(target: PlainTarget, first: Buffer): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      await sendAll(target, [first], 1);
      return;
    } catch {
      await pause(100);
    }
  }
  throw new RangeError('openssl does not listen');
}

/** Of a process of Linux, in hundredths of seconds. */
function cpuSecondsOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / Number(execFileSync('getconf', ['CLK_TCK']));
}

function requestsAbout(
  serials: readonly Uint8Array[],
  ca: Certificate,
  target: PlainTarget,
  where: string,
): readonly Buffer[] {
  return Array.from({ length: REQUESTS }, (_none, at) => {
    const serialNumberBytes = serials[at % serials.length]!;
    const asked = { issuer: ca.subject, serialNumberBytes };
    const queries = [{ certificateId: ocspCertificateId(asked, ca.publicKey) }];
    const nonce = () => makeExtension(ocspNonce, new Uint8Array(randomBytes(32)), false);
    const extensions = values['without-nonce'] ? [] : [nonce()];
    const octets = assembleOcspRequest(encodeTbsOcspRequest({ queries, extensions }));
    return post(target, where, 'application/ocsp-request', octets);
  });
}
