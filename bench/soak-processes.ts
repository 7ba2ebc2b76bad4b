/**
 * Several processes on one PostgreSQL database under a load of everything at once: enrollments, revocations, OCSP, signatures, searches, CRLs.
 *
 *   node scripts/with-postgres.ts node bench/soak-processes.ts [options]
 *
 *   --minutes N           how long (10)
 *   --processes N         how many (4)
 *   --clients N           that ask without a break (16)
 *   --kill-every SECONDS  kills a process, one after the other, and starts another one in its place (never)
 *   --restarts N          restarts the database so often, as after a crash (0)
 *
 * A line each half a minute. At the end it compares what was answered with what is stored, and ends with 1 when an answered act is not there,
 * one is there twice, or a client got another error than 503 or a broken connection; without kills and restarts, any error.
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { temporaryPostgres } from '../packages/server/test/temporary-database.ts';
import { MixedLoad } from '../test/e2e/support/mixed-load.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '4' },
    clients: { type: 'string', default: '16' },
    'kill-every': { type: 'string' },
    restarts: { type: 'string', default: '0' },
  },
});
const totalMs = Number(values.minutes) * 60_000;
const killEveryMs = values['kill-every'] === undefined ? undefined : Number(values['kill-every']) * 1000;
const restarts = Number(values.restarts);
const isCalm = killEveryMs === undefined && restarts === 0;
const LINE_MS = 30_000;

const database = await temporaryPostgres();
const load = await MixedLoad.start(database.url, Number(values.processes));
try {
  const started = performance.now();
  const passed = () => performance.now() - started;
  const ran = load.run(Number(values.clients));
  const trouble = Promise.all([killing(passed), restarting(passed)]);
  for (let line = 1; passed() < totalMs; line++) {
    await sleep(Math.min(line * LINE_MS, totalMs) - passed());
    console.log(`${(passed() / 1000).toFixed(0).padStart(5)} s   ${summary()}`);
  }
  await trouble;
  load.end();
  await ran;
  const wrong = await load.verify();
  const { errors, unavailable, broken } = load.report;
  for (const each of [...errors.slice(0, 20), ...wrong.slice(0, 20)]) console.log(`WRONG: ${each}`);
  if (isCalm && unavailable + broken > 0)
    console.log(`WRONG: ${unavailable} answers 503, ${broken} broken: ${load.lastBroken ?? ''}`);
  const isGood = errors.length === 0 && wrong.length === 0 && (!isCalm || unavailable + broken === 0);
  console.log(
    isGood ? 'Everything that was answered is there, once.' : `${errors.length} errors, ${wrong.length} losses`,
  );
  process.exitCode = isGood ? 0 : 1;
} finally {
  await load.stop();
  await database.remove();
}

function summary(): string {
  const { answered, unavailable, broken, slow, errors } = load.report;
  const acts = Object.entries(answered).map(([act, times]) => `${act} ${times}`);
  return `${acts.join(', ')}; 503: ${unavailable}, broken: ${broken}, slow: ${slow}, errors: ${errors.length}; MiB ${load.residentMiB().join(' ')}`;
}

async function killing(passed: () => number): Promise<void> {
  if (killEveryMs === undefined) return;
  for (let at = 0; ; at++) {
    const nextMs = (at + 1) * killEveryMs;
    if (nextMs >= totalMs) return;
    await sleep(Math.max(nextMs - passed(), 0));
    await load.kill(at);
  }
}

async function restarting(passed: () => number): Promise<void> {
  for (let at = 1; at <= restarts; at++) {
    await sleep(Math.max((at * totalMs) / (restarts + 1) - passed(), 0));
    process.kill(Number(process.env['SEALWRIGHT_TEST_POSTGRES_KEEPER']), 'SIGUSR2');
    console.log(`${(passed() / 1000).toFixed(0).padStart(5)} s   the database is restarted`);
  }
}
