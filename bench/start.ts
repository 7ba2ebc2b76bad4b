/**
 * Time that a server takes from the start of its process to its first answer, and a command to its end, beside the floor of the same
 * run: `node bench/start.ts [options]`.
 *
 *   --cas N     CAs, each with a crypto token of its own, in the installation that is started last (10000)
 *   --runs N    starts whose median is shown (5)
 *
 * The first start makes the installation; it is measured without a bundle of the program, as after `npm ci --ignore-scripts`, and with
 * one. The floor is a bare process that opens the same database and listens with TLS; that of a command does nothing. The request is one
 * that needs no credentials, on a connection of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { addAuthorities } from './many-authorities.ts';
import { freePort } from './measured-process.ts';
import { readOptions } from './options.ts';

const { runs, cas } = readOptions({ cas: 10_000, runs: 5 });

const POLL_MS = 3;
const SEALWRIGHT = path.resolve(import.meta.dirname, '../bin/sealwright.js');
/** Of the clock that Linux counts processor time with. */
const TICK_MS = 10;

const directory = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const home = path.join(directory, 'home');
const environment = { ...process.env, XDG_CACHE_HOME: path.join(directory, 'cache') };
try {
  rmSync(path.resolve(import.meta.dirname, '../node_modules/.cache/sealwright'), { recursive: true, force: true });
  report('first start, no bundle', [await server(path.join(directory, 'first'))]);
  const firsts = [];
  for (let run = 0; run < runs; run++) firsts.push(await server(path.join(directory, `home ${run}`)));
  report('first start', firsts);
  await server(home);
  report('later start', await repeat(() => server(home)));
  report('floor', await repeat(floor));
  addAuthorities(path.join(home, 'sealwright.db'), cas);
  report(`later start, ${cas} CAs`, await repeat(() => server(home)));
  report(`floor, ${cas} CAs`, await repeat(floor));
  report('sealwright --help', await repeat(async () => command([SEALWRIGHT, '--help'])));
  report('sealwright ca list', await listOfCas());
  report('floor of a command', await repeat(async () => command(['--eval', ''])));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** One start that was measured. */
interface Start {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly residentMegabytes: number;
}

async function server(of: string, whileItRuns?: (url: string) => Promise<void>): Promise<Start> {
  mkdirSync(of, { recursive: true, mode: 0o700 });
  const [https, http, ops] = await Promise.all([freePort(), freePort(), freePort()]);
  const listeners = [`--https=127.0.0.1:${https}`, `--http=127.0.0.1:${http}`, `--ops=127.0.0.1:${ops}`];
  return measure([SEALWRIGHT, 'start', `--home=${of}`, ...listeners], https, async () =>
    whileItRuns?.(`https://localhost:${https}`),
  );
}

async function floor(): Promise<Start> {
  const port = await freePort();
  const admin = path.join(home, 'admin/superadmin');
  const program = path.resolve(import.meta.dirname, 'start-floor.ts');
  return measure(
    [program, path.join(home, 'sealwright.db'), `${admin}.crt.pem`, `${admin}.key.pem`, String(port)],
    port,
  );
}

/** Of a command that asks a server, which is not measured. */
async function listOfCas(): Promise<Start[]> {
  const of = path.join(directory, 'first');
  let starts: Start[] = [];
  await server(of, async (url) => {
    starts = await repeat(async () => command([SEALWRIGHT, 'ca', 'list', `--server=${url}`, `--home=${of}`]));
  });
  return starts;
}

/** From the start of a process to its end. */
async function command(words: readonly string[]): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new RangeError(`'${words.join(' ')}' ended with ${String(code)}`);
  return { milliseconds: performance.now() - begun, cpuMilliseconds: Number.NaN, residentMegabytes: Number.NaN };
}

async function measure(words: readonly string[], port: number, whileItRuns?: () => Promise<void>): Promise<Start> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...words], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    await answered(child, port);
    const start = { milliseconds: performance.now() - begun, ...usageOf(child) };
    await whileItRuns?.();
    return start;
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** Asks again and again, on a connection of its own each time, until there is an answer. */
async function answered(child: ChildProcess, port: number): Promise<void> {
  const url = `https://127.0.0.1:${port}/ejbca/ejbca-rest-api/v1/ca/status`;
  while (child.exitCode === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    get(url, { rejectUnauthorized: false, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).once('error', () => resolve(false));
    if (await promise) return;
    await delay(POLL_MS);
  }
  throw new RangeError('the process ended before it answered');
}

/** Returns what the system says of the process; nothing where it has no /proc. */
function usageOf({ pid }: ChildProcess): Pick<Start, 'cpuMilliseconds' | 'residentMegabytes'> {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuMilliseconds: ticks * TICK_MS, residentMegabytes: resident / 1024 };
  } catch {
    return { cpuMilliseconds: Number.NaN, residentMegabytes: Number.NaN };
  }
}

async function repeat(start: () => Promise<Start>): Promise<Start[]> {
  const starts: Start[] = [];
  // The first one compiles, or brings the file into the memory of the system.
  await start();
  while (starts.length < runs) starts.push(await start());
  return starts;
}

function report(name: string, starts: readonly Start[]): void {
  const median = (of: (start: Start) => number) => {
    const sorted = starts.map(of).toSorted((a, b) => a - b);
    const found = sorted[Math.floor(sorted.length / 2)]!;
    return Number.isNaN(found) ? '-' : found.toFixed(0);
  };
  const figures = [
    `${median(({ milliseconds }) => milliseconds)} ms`,
    `CPU ${median(({ cpuMilliseconds }) => cpuMilliseconds)} ms`,
    `resident ${median(({ residentMegabytes }) => residentMegabytes)} MB`,
  ];
  console.log(`${name.padEnd(30)} ${figures.join(', ')}`);
}
