/**
 * Memory of a server under requests that do not stop: `node bench/soak.ts [options]`.
 *
 *   --of WHAT         enrollments, or signatures: plain ones, time-stamps and PDF documents in turns (enrollments)
 *   --minutes N       how long (60)
 *   --connections N   connections that send at once (64)
 *   --database URL    PostgreSQL instead of the embedded database
 *
 * A line a minute, and what the idle server holds before and after. Keys and requests are made while others are sent, by the process
 * that sends them, so the rate is lower than that of `bench/enroll.ts` and `bench/sign.ts`; the server is never without work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { percentile, sendAll, type Target } from './http-load.ts';
import { type MeasuredProcess, type Observation, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';
import { pdfDocuments, plainSignatures, timeStamps } from './signing-requests.ts';

const { minutes, connections, of, database } = readOptions({
  of: 'enrollments',
  minutes: 60,
  connections: 64,
  database: undefined,
});
const nextBatch = new Map<string, NextBatch>([
  ['enrollments', enrollments],
  ['signatures', signatures],
]).get(of);
if (nextBatch === undefined) throw new TypeError('--of is enrollments or signatures');

const BATCH = 5000;
const QUIET_MS = 8000;
const home = mkdtempSync(path.join(tmpdir(), 'bench-soak-'));
try {
  const server = await startProcess('server', home, database);
  try {
    await sleep(QUIET_MS);
    console.log(`idle after the start      ${await resident(server)} MB`);
    await soak(server, nextBatch);
    await sleep(QUIET_MS);
    console.log(`idle after the load       ${await resident(server)} MB`);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The requests that are sent next. */
type NextBatch = (target: Target, batch: number) => Promise<Buffer[]>;

async function soak(server: MeasuredProcess, nextBatch: NextBatch): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  let prepared = nextBatch(server.target, 0);
  let line = newLine(1, await server.observe());
  let most = 0;
  for (let batch = 1; performance.now() < until; batch++) {
    const requests = await prepared;
    prepared = nextBatch(server.target, batch);
    const { answered, failed, firstFailure, latenciesMs } = await sendAll(server.target, requests, connections);
    if (failed > 0) throw new RangeError(`${failed} requests failed; the first answer was: ${firstFailure}`);
    line.answered += answered;
    line.p99 = Math.max(line.p99, percentile(latenciesMs, 0.99));
    most = Math.max(most, await resident(server));
    const seconds = (performance.now() - line.started) / 1000;
    if (seconds < 60) continue;
    const observed = await server.observe();
    const figures = [
      `${(line.answered / seconds).toFixed(0)}/s`,
      `p99 ${line.p99.toFixed(0)} ms`,
      `CPU ${(((observed.cpuSeconds - line.observed.cpuSeconds) / line.answered) * 1e6).toFixed(0)} us each`,
      `resident ${megabytes(observed)} MB`,
    ];
    console.log(`minute ${String(line.minute).padStart(3)}   ${figures.join(', ')}`);
    line = newLine(line.minute + Math.round(seconds / 60), observed);
  }
  await prepared;
  console.log(`most while under load     ${most} MB`);
}

async function enrollments(target: Target, batch: number): Promise<Buffer[]> {
  return enrollmentPosts(target, await prepareEnrollments('P-256', BATCH, `soak-${batch}`));
}

/** Each kind of request stands among the others, as the clients of a service send them. */
async function signatures(target: Target): Promise<Buffer[]> {
  const [plain, stamps, documents] = [plainSignatures(target), timeStamps(target), pdfDocuments(target)];
  return Array.from({ length: BATCH }, (_, index) => {
    if (index % 50 === 0) return documents[0]!;
    const kind = index % 2 === 0 ? plain : stamps;
    return kind[index % kind.length]!;
  });
}

function newLine(minute: number, observed: Observation) {
  return { minute, observed, started: performance.now(), answered: 0, p99: 0 };
}

async function resident(server: MeasuredProcess): Promise<number> {
  return megabytes(await server.observe());
}

function megabytes({ residentBytes }: Observation): number {
  return Math.round(residentBytes / 2 ** 20);
}
