/**
 * What a server's memory comes to under enrolments that do not stop: `node bench/soak.ts [options]`.
 *
 *   --minutes N       how long (60)
 *   --connections N   connections that send at once (64)
 *   --database URL    PostgreSQL instead of the embedded database
 *
 * A line a minute, and what the idle server holds before and after. Keys and requests are made while others are sent, by the process
 * that sends them, so the rate is lower than that of `bench/enroll.ts`; the server is never without work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enrolmentPosts, prepareEnrolments } from './enrolment-requests.ts';
import { percentile, sendAll } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const connections = Number(values.connections);

const BATCH = 5000;
const QUIET_MS = 8000;
const home = mkdtempSync(path.join(tmpdir(), 'bench-soak-'));
try {
  const server = await startProcess('server', home, values.database);
  try {
    await sleep(QUIET_MS);
    console.log(`idle after the start      ${await resident(server)} MB`);
    await soak(server);
    await sleep(QUIET_MS);
    console.log(`idle after the load       ${await resident(server)} MB`);
  } finally {
    await server.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function soak(server: MeasuredProcess): Promise<void> {
  const until = performance.now() + minutes * 60_000;
  let prepared = prepareEnrolments('P-256', BATCH, 'soak-0');
  let line = newLine(1);
  let most = 0;
  for (let batch = 1; performance.now() < until; batch++) {
    const enrolments = await prepared;
    prepared = prepareEnrolments('P-256', BATCH, `soak-${batch}`);
    const { answered, failed, firstFailure, latenciesMs } = await sendAll(
      server.target,
      enrolmentPosts(server.target, enrolments),
      connections,
    );
    if (failed > 0) throw new RangeError(`${failed} enrolments failed; the first answer was: ${firstFailure}`);
    line.answered += answered;
    line.p99 = Math.max(line.p99, percentile(latenciesMs, 0.99));
    most = Math.max(most, await resident(server));
    const seconds = (performance.now() - line.started) / 1000;
    if (seconds < 60) continue;
    const rate = (line.answered / seconds).toFixed(0);
    console.log(
      `minute ${String(line.minute).padStart(3)}   ${rate}/s, p99 ${line.p99.toFixed(0)} ms, resident ${await resident(server)} MB`,
    );
    line = newLine(line.minute + Math.round(seconds / 60));
  }
  await prepared;
  console.log(`most while under load     ${most} MB`);
}

function newLine(minute: number) {
  return { minute, started: performance.now(), answered: 0, p99: 0 };
}

async function resident(server: MeasuredProcess): Promise<number> {
  return Math.round((await server.observe()).residentBytes / 2 ** 20);
}
