/**
 * Several processes on one PostgreSQL database, or worker processes on either database, under a load of everything at once: enrollments, revocations, OCSP,
 * signatures, searches, CRLs.
 *
 *   node scripts/with-postgres.ts node bench/soak-processes.ts [options]
 *   node bench/soak-processes.ts --sqlite --workers 2 [options]
 *
 *   --minutes N           how long (10)
 *   --processes N         how many (4)
 *   --workers N           worker processes of each (1)
 *   --sqlite              one process, or a supervisor, on the embedded database
 *   --clients N           that ask (16)
 *   --pause MS            of each client after each act (0)
 *   --kill-every SECONDS  kills a process, one after the other, and starts another one in its place (never); of worker processes every third one is a supervisor
 *   --restarts N          restarts the database so often, as after a crash (0)
 *   --collect SECONDS     has each thread collect all its garbage so often, and tells what is left (never)
 *
 * A line each half a minute. At the end it tells how the memory of each process grew in the second half, in MiB a minute: what is resident, and what is left when all
 * garbage of all its threads is collected. It compares what was answered with what is stored, and ends with 1 when an answered act is not there,
 * one is there twice, or a client got another error than 503 or a broken connection; without kills and restarts, any error.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryPostgres } from '../packages/server/test/temporary-database.ts';
import { describeCollections, slope } from './heap-notes.ts';
import { readOptions } from './options.ts';
import { ACTS, MixedLoad } from '../test/e2e/support/load/mixed-load.ts';

const { restarts, ...values } = readOptions({
  minutes: 10,
  processes: 4,
  workers: 1,
  sqlite: false,
  pause: 0,
  clients: 16,
  'kill-every': undefined,
  restarts: 0,
  collect: undefined,
});
const totalMs = values.minutes * 60_000;
const killEveryMs = values['kill-every'] === undefined ? undefined : Number(values['kill-every']) * 1000;
const isCalm = killEveryMs === undefined && restarts === 0;
const LINE_MS = 30_000;

const notes = mkdtempSync(path.join(tmpdir(), 'soak-heap-'));
if (values.collect !== undefined) {
  process.env['NODE_OPTIONS'] = `--import=${path.join(import.meta.dirname, 'collected-heap.ts')}`;
  process.env['HEAP_NOTES'] = notes;
  process.env['HEAP_SECONDS'] = values.collect;
}
const database = values.sqlite ? undefined : await temporaryPostgres();
const load = await MixedLoad.start({
  url: database?.url,
  processes: values.sqlite ? 1 : values.processes,
  workers: values.workers,
});
/** Resident memory of the processes, by the minutes that have passed. */
const memory: { readonly minutes: number; readonly residentMiB: readonly number[] }[] = [];
try {
  const started = performance.now();
  const passed = () => performance.now() - started;
  const ran = load.run(values.clients, ACTS, values.pause);
  const trouble = Promise.all([killing(passed), restarting(passed)]);
  for (let line = 1; passed() < totalMs; line++) {
    await sleep(Math.min(line * LINE_MS, totalMs) - passed());
    console.log(`${(passed() / 1000).toFixed(0).padStart(5)} s   ${summary()}`);
    memory.push({ minutes: passed() / 60_000, residentMiB: load.residentMiB() });
  }
  await trouble;
  console.log(`growth in the second half, MiB a minute for each process: ${growth().join(' ')}`);
  if (values.collect !== undefined) for (const line of describeCollections(notes, totalMs)) console.log(line);
  load.end();
  await ran;
  const wrong = await load.verify();
  const { errors, unavailable, broken } = load.report;
  for (const each of [...errors.slice(0, 20), ...wrong.slice(0, 20)]) console.log(`WRONG: ${each}`);
  if (isCalm && unavailable + broken > 0)
    console.log(
      `WRONG: ${unavailable} answers 503: ${load.lastUnavailable ?? ''}; ${broken} broken: ${load.lastBroken ?? ''}`,
    );
  const isGood = errors.length === 0 && wrong.length === 0 && (!isCalm || unavailable + broken === 0);
  console.log(
    isGood ? 'Everything that was answered is there, once.' : `${errors.length} errors, ${wrong.length} losses`,
  );
  process.exitCode = isGood ? 0 : 1;
} finally {
  await load.stop();
  await database?.remove();
  rmSync(notes, { recursive: true });
}

function summary(): string {
  const { answered, unavailable, broken, slow, errors } = load.report;
  const acts = Object.entries(answered).map(([act, times]) => `${act} ${times}`);
  return `${acts.join(', ')}; 503: ${unavailable}, broken: ${broken}, slow: ${slow}, errors: ${errors.length}; MiB ${load.residentMiB().join(' ')}`;
}

/** Growth for each process, in MiB a minute. */
function growth(): readonly string[] {
  const half = memory.slice(Math.floor(memory.length / 2));
  return half[0]!.residentMiB.map((_, at) =>
    slope(half.map(({ minutes, residentMiB }) => [minutes, residentMiB[at] ?? 0])).toFixed(1),
  );
}

async function killing(passed: () => number): Promise<void> {
  if (killEveryMs === undefined) return;
  for (let at = 0; ; at++) {
    const nextMs = (at + 1) * killEveryMs;
    if (nextMs >= totalMs) return;
    await sleep(Math.max(nextMs - passed(), 0));
    await (values.workers > 1 && at % 3 !== 2 ? load.killWorker(at) : load.kill(at));
  }
}

async function restarting(passed: () => number): Promise<void> {
  for (let at = 1; at <= restarts; at++) {
    await sleep(Math.max((at * totalMs) / (restarts + 1) - passed(), 0));
    process.kill(Number(process.env['SEALWRIGHT_TEST_POSTGRES_KEEPER']), 'SIGUSR2');
    console.log(`${(passed() / 1000).toFixed(0).padStart(5)} s   the database is restarted`);
  }
}
