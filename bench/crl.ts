/**
 * Time that a CRL of many entries takes, beside the floor of the same run: `node bench/crl.ts [options]`.
 *
 *   --entries N      revoked certificates (1000000)
 *   --rounds N       of CRLs, and of enrollments under each condition in turn (3)
 *   --connections N  connections that enroll (16)
 *
 * The processor time of a CRL is that of the whole process while it is made, of which the lint is a part: `bench/lint-crl.ts` shows how much.
 *
 * The server is started on a database that was filled past it. The floor of a CRL is one process that reads the same rows of the same index,
 * copies an entry for each, hashes and signs once with the same key algorithm, and writes the octets to a file that it syncs.
 *
 * Enrollments go on alone; beside a thread of another process that counts and does nothing else, which is the floor of the machine: what one
 * more busy thread costs, in whichever process; and while CRLs are made one after the other, for as long as enrollments last. The three take
 * turns, so that what else the machine does weighs on all alike.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { enrollmentPosts, type KeyKind, prepareEnrollments } from './enrollment-requests.ts';
import { jsonPost, percentile, sendAll } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { loadCertificates } from './loaded-certificates.ts';
import { readOptions } from './options.ts';

const { entries, rounds, connections } = readOptions({ entries: 1_000_000, rounds: 3, connections: 16 });

type Enrollment = ReturnType<typeof enroll>;
const CONDITIONS: readonly (readonly [string, (server: MeasuredProcess, load: Enrollment) => Enrollment])[] = [
  ['enroll alone', (_server, load) => load],
  ['busy thread', besideBusyThread],
  ['with CRLs', besideCrls],
];
const ISSUER = 'CN=ManagementCA,O=Sealwright';
const ENROLLMENTS = 4000;
const KEY: KeyKind = 'P-256';
const home = mkdtempSync(path.join(tmpdir(), 'bench-crl-'));
try {
  await (await startProcess('server', home, undefined)).stop();
  process.stderr.write(`revoking ${entries} certificates ...\n`);
  loadCertificates(home, entries, { revoked: true });
  const requests = (name: string) => prepareEnrollments(KEY, ENROLLMENTS, name);
  const warmUp = await requests('warm-up');
  const server = await startProcess('server', home, undefined);
  try {
    await createCrl(server);
    // What the first one and the start have used is given back.
    await sleep(10_000);
    const idle = (await server.observe()).residentBytes;
    for (let round = 0; round < rounds; round++) {
      reportCrl('sealwright', await watched(server, idle, () => createCrl(server)));
    }
    await enroll(server, warmUp);
    for (let round = 0; round < rounds; round++) {
      for (const [name, beside] of CONDITIONS) {
        const some = await requests(`${name} ${round}`);
        // What was prepared is collected, and what the server did before is over.
        await sleep(3000);
        reportEnrollment(name, await watched(server, idle, () => beside(server, enroll(server, some))));
      }
    }
  } finally {
    await server.stop();
  }
  for (let round = 0; round < rounds; round++) floor();
} finally {
  rmSync(home, { recursive: true, force: true });
}

interface Watched<T> {
  readonly seconds: number;
  readonly result: T;
  readonly cpuSeconds: number;
  readonly megabytesAboveIdle: number;
  readonly stallMilliseconds: number;
}

/** Runs the task and looks every 50 ms at what the process says of itself. */
async function watched<T>(server: MeasuredProcess, idle: number, task: () => Promise<T>): Promise<Watched<T>> {
  const { cpuSeconds: before } = await server.observe();
  const seen = { peak: 0, stall: 0, ended: false };
  const watch = (async () => {
    while (!seen.ended) {
      const { residentBytes, stallSeconds } = await server.observe();
      seen.peak = Math.max(seen.peak, residentBytes);
      seen.stall = Math.max(seen.stall, stallSeconds);
      await sleep(50);
    }
  })();
  const started = performance.now();
  const result = await task();
  const seconds = (performance.now() - started) / 1000;
  seen.ended = true;
  await watch;
  const cpuSeconds = (await server.observe()).cpuSeconds - before;
  return {
    seconds,
    result,
    cpuSeconds,
    megabytesAboveIdle: (seen.peak - idle) / 2 ** 20,
    stallMilliseconds: seen.stall * 1000,
  };
}

/** Makes CRLs, the next one as soon as one is made, until the load has ended. */
async function besideCrls<T>(server: MeasuredProcess, load: Promise<T>): Promise<T> {
  const state = { ended: false };
  const ended = load.finally(() => (state.ended = true));
  while (!state.ended) await createCrl(server);
  return ended;
}

/** Keeps one core busy until the load has ended. */
async function besideBusyThread<T>(_server: MeasuredProcess, load: Promise<T>): Promise<T> {
  const busy = new Worker('for (let count = 0; ; count++);', { eval: true });
  try {
    return await load;
  } finally {
    await busy.terminate();
  }
}

async function createCrl({ target }: MeasuredProcess): Promise<void> {
  const request = jsonPost(target, `/ejbca/ejbca-rest-api/v1/ca/${ISSUER}/createcrl`, {});
  const { failed, firstFailure } = await sendAll(target, [request], 1);
  if (failed > 0) throw new RangeError(`no CRL was made: ${firstFailure}`);
}

async function enroll({ target }: MeasuredProcess, some: Awaited<ReturnType<typeof prepareEnrollments>>) {
  const load = await sendAll(target, enrollmentPosts(target, some), connections);
  if (load.failed > 0) throw new RangeError(`${load.failed} enrollments failed: ${load.firstFailure}`);
  return load;
}

function floor(): void {
  const started = performance.now();
  const database = new DatabaseSync(path.join(home, 'sealwright.db'), { readOnly: true });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const read = database.prepare(
    `SELECT id, hex(serial), revoked_at_s, revocation_reason, invalidity_s, not_after_s FROM certificate
     WHERE status = 40 AND ca_id = ? AND crl_partition = 0 AND id > ? ORDER BY id LIMIT 5000`,
  );
  read.setReturnArrays(true);
  const { ca_id: ca } = database.prepare('SELECT ca_id FROM certificate LIMIT 1').get() as { ca_id: number };
  const entry = new Uint8Array(50).fill(0x30);
  const list = new Uint8Array(entries * entry.length);
  let at = 0;
  for (let after = 0; ;) {
    const rows = read.all(ca, after) as unknown as (readonly [number])[];
    for (let row = 0; row < rows.length; row++, at += entry.length) list.set(entry, at);
    if (rows.length < 5000) break;
    after = rows.at(-1)![0];
  }
  sign('sha256', list, privateKey);
  const file = openSync(path.join(home, 'floor.crl'), 'w');
  writeSync(file, list);
  fsyncSync(file);
  closeSync(file);
  database.close();
  console.log(`floor        ${((performance.now() - started) / 1000).toFixed(2)} s`);
}

function reportCrl(
  name: string,
  { seconds, cpuSeconds, megabytesAboveIdle, stallMilliseconds }: Watched<unknown>,
): void {
  const figures = [
    `${seconds.toFixed(2)} s`,
    `${cpuSeconds.toFixed(2)} s of processor time`,
    `${megabytesAboveIdle.toFixed(0)} MB above idle`,
    `longest stall ${stallMilliseconds.toFixed(0)} ms`,
  ];
  console.log(`${name.padEnd(12)} ${figures.join(', ')}`);
}

function reportEnrollment(
  name: string,
  { result, stallMilliseconds }: Watched<Awaited<ReturnType<typeof enroll>>>,
): void {
  const figures = [
    `${(result.answered / result.seconds).toFixed(0)}/s`,
    `p50 ${percentile(result.latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(result.latenciesMs, 0.99).toFixed(1)} ms`,
    `longest stall ${stallMilliseconds.toFixed(0)} ms`,
  ];
  console.log(`${name.padEnd(12)} ${figures.join(', ')}`);
}
