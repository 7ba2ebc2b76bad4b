/**
 * Documents a second that one server process signs, beside the floor of the same run: `node bench/sign.ts [options]`.
 *
 *   --rounds N       how often server and floor are measured in turns (3)
 *   --seconds N      how long each kind of request is measured in each round (10)
 *   --connections N  connections that send at once (64)
 *   --database URL   PostgreSQL instead of the embedded database, for the server
 *
 * The workers are those that a new installation begins with, P-256 keys in software, called by JSON over TLS with a client certificate on
 * kept-alive connections. Each request leaves its audit record, its line in the worker log and a usage of the key. The floor is one process
 * that does what cannot be left out: the same TLS exchange with bodies of the same sizes, the same hashes and the same cryptography, the
 * same rows, grouped as the server groups them, the same line.
 *
 * Each kind is sent for 20 s before it is measured.
 *
 * After the last round follow what has no floor and is there to be seen: plain signatures with request and answer in the archive, and over
 * one connection, sent and answered as they are, CMS messages with a content of 1 MB and PDF documents of 100 KB.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LoadResult, median, percentile, sendAll, sendFor, type Target } from './http-load.ts';
import { type MeasuredProcess, type Observation, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';
import { archivingOfPlainSignatures, largeCms, pdfDocuments, plainSignatures, timeStamps } from './signing-requests.ts';

const { rounds, seconds, connections, database } = readOptions({
  rounds: 3,
  seconds: 10,
  connections: 64,
  database: undefined,
});

interface Kind {
  readonly name: string;
  readonly requests: (target: Target) => readonly Buffer[];
  readonly connections: number;
  /** Sent before. */
  readonly setUp?: (target: Target) => Buffer;
}

const BESIDE_FLOOR: readonly Kind[] = [
  { name: 'plain', requests: plainSignatures, connections },
  { name: 'time-stamp', requests: timeStamps, connections },
];
const ALONE: readonly Kind[] = [
  { name: 'plain, archived', requests: plainSignatures, connections, setUp: archivingOfPlainSignatures },
  { name: 'CMS of 1 MB', requests: largeCms, connections: 1 },
  { name: 'PDF of 100 KB', requests: pdfDocuments, connections: 1 },
];
/** As long as V8 goes on compiling: a service runs for months. */
const WARM_UP_SECONDS = 20;

const home = mkdtempSync(path.join(tmpdir(), 'bench-sign-'));
const ratios = new Map<string, Result[]>();
try {
  for (let round = 1; round <= rounds; round++) {
    console.log(`round ${round}`);
    const server = await measure('server', round === rounds ? [...BESIDE_FLOOR, ...ALONE] : BESIDE_FLOOR);
    const floor = await measure('sign-floor', BESIDE_FLOOR);
    for (const [name, { rate, cpuMicroseconds }] of floor) {
      const own = server.get(name)!;
      const ratio = { rate: own.rate / rate, cpuMicroseconds: own.cpuMicroseconds / cpuMicroseconds };
      ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
      console.log(`  ${name.padEnd(14)} ${ofTheFloor(ratio)}`);
    }
  }
  for (const [name, all] of ratios) {
    const [rate, cpuMicroseconds] = [all.map((one) => one.rate), all.map((one) => one.cpuMicroseconds)].map(median);
    console.log(`${name.padEnd(16)} median ${ofTheFloor({ rate: rate!, cpuMicroseconds: cpuMicroseconds! })}`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The figures that are compared with the floor: requests a second, and processor time of each. */
interface Result {
  readonly rate: number;
  readonly cpuMicroseconds: number;
}

/** The results by kind. */
async function measure(program: 'server' | 'sign-floor', kinds: readonly Kind[]): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  const started = await startProcess(program, home, database);
  try {
    for (const kind of kinds) {
      const { load, before, after } = await measureKind(started, kind);
      results.set(kind.name, { rate: load.answered / load.seconds, cpuMicroseconds: cpuOfEach(load, before, after) });
      report(`${program === 'server' ? 'sealwright' : 'floor'} ${kind.name}`, load, before, after);
    }
  } finally {
    await started.stop();
  }
  return results;
}

async function measureKind(started: MeasuredProcess, { requests, connections: sending, setUp }: Kind) {
  const { target } = started;
  const prepared = requests(target);
  if (setUp !== undefined) requireAnswers(await sendAll(target, [setUp(target)], 1));
  requireAnswers(await sendFor(target, prepared, sending, WARM_UP_SECONDS));
  const before = await started.observe();
  const load = await sendFor(target, prepared, sending, seconds);
  const after = await started.observe();
  requireAnswers(load);
  return { load, before, after };
}

function requireAnswers({ failed, firstFailure }: LoadResult): void {
  if (failed > 0) throw new RangeError(`${failed} requests failed; the first answer: ${firstFailure}`);
}

function report(name: string, load: LoadResult, before: Observation, after: Observation): void {
  const figures = [
    `${(load.answered / load.seconds).toFixed(0)}/s`,
    `p50 ${percentile(load.latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(load.latenciesMs, 0.99).toFixed(1)} ms`,
    `longest stall ${(after.stallSeconds * 1000).toFixed(0)} ms`,
    `CPU ${cpuOfEach(load, before, after).toFixed(0)} us each`,
    `resident ${(after.residentBytes / 2 ** 20).toFixed(0)} MB`,
    `answers of ${load.answerOctets} octets`,
  ];
  console.log(`  ${name.padEnd(27)} ${figures.join(', ')}`);
}

function cpuOfEach({ answered }: LoadResult, before: Observation, after: Observation): number {
  return ((after.cpuSeconds - before.cpuSeconds) / answered) * 1e6;
}

function ofTheFloor({ rate, cpuMicroseconds }: Result): string {
  return `${rate.toFixed(2)} of the floor's rate, ${cpuMicroseconds.toFixed(2)} of its CPU`;
}
