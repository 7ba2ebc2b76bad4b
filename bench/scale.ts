/**
 * Processor time and rate of an enrollment, a plain signature and an OCSP answer with 1, 2 and 4 worker processes: `node bench/scale.ts [options]`.
 *
 *   --workers LIST    numbers of worker processes, separated by commas (1,2,4)
 *   --seconds N       of each act (10)
 *   --connections N   connections that send at once, for each worker process (32)
 *   --warm-up N       enrollments, for each worker process, and twice as many of the other acts (3000)
 *   --hold SHARE      part of a processor that each worker process is held to once it is warm, with all its threads; 0: none (0.3)
 *   --database URL    PostgreSQL instead of the embedded database
 *
 * A process that is held does as much as it can in its part, however many others there are: so a host with few processors shows what one with many of them would do, as long as
 * worker processes, supervisor, database and the generator of the load find room on it together. The supervisor is not held.
 *
 * Processor time is that of all processes of the server, the supervisor included. Printed beside it: what the supervisor takes of it; what the thread takes that writes to SQLite, of which
 * there is one however many worker processes there are; and what PostgreSQL takes, which is not in it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import {
  assembleOcspRequest,
  Certificate,
  encodeTbsOcspRequest,
  makeExtension,
  ocspCertificateId,
  ocspNonce,
  parsePem,
} from '../packages/pki/src/index.ts';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { hold } from './held-process.ts';
import { type LoadResult, percentile, post, sendAll, sendFor, sendWhile, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';
import { postgresSeconds } from './postgres-usage.ts';
import { plainSignatures } from './signing-requests.ts';

const {
  seconds,
  connections: connectionsEach,
  'warm-up': warmUpEach,
  hold: share,
  ...values
} = readOptions({ workers: '1,2,4', seconds: 10, connections: 32, 'warm-up': 3000, hold: 0.3, database: undefined });

const TICKS_PER_SECOND = 100;
const home = mkdtempSync(path.join(tmpdir(), 'bench-scale-'));
/** Processor time and rate of each act in the first row. */
const first = new Map<string, { readonly cpu: number; readonly rate: number }>();
try {
  for (const [at, workers] of values.workers.split(',').map(Number).entries()) await measureWith(workers, `${at}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function measureWith(workers: number, batch: string): Promise<void> {
  const server = await startProcess('server', home, values.database, [
    `--workers=${workers}`,
    '--max-client-connections=0',
    '--rsa-pool=0',
  ]);
  const held = [];
  try {
    const { target } = server;
    const connections = connectionsEach * workers;
    const makeEnrollments = async (count: number, name: string) =>
      enrollmentPosts(target, await prepareEnrollments('P-256', count, `${name}-${batch}`));
    const warmUp = await sendAll(target, await makeEnrollments(warmUpEach * workers, 'warm-up'), connections);
    const warmUpSeconds = 1 + warmUp.seconds;
    const acts: readonly [string, (forSeconds: number) => Promise<LoadResult>][] = [
      ['sign', (forSeconds) => sendFor(target, plainSignatures(target), connections, forSeconds)],
      ['OCSP', (forSeconds) => sendFor(target, ocspRequests(target), connections, forSeconds)],
    ];
    for (const load of [warmUp, await acts[0]![1](warmUpSeconds), await acts[1]![1](warmUpSeconds)])
      if (load.failed > 0) throw new RangeError(`${load.failed} requests failed: ${load.firstFailure}`);
    if (share > 0) for (const pid of workerProcesses(server, workers)) held.push(hold(pid, share));
    const most = Math.ceil((warmUp.answered / warmUp.seconds) * (seconds + 1) * 1.2);
    const enrollments = await makeEnrollments(most, 'scale');
    const enroll = (forSeconds: number) => {
      const end = performance.now() + forSeconds * 1000;
      return sendWhile(target, enrollments, connections, () => performance.now() < end);
    };
    for (const [name, send] of [['enroll', enroll] as const, ...acts]) {
      const { load, ...each } = await measure(server, () => send(seconds));
      const rate = load.answered / load.seconds;
      if (!first.has(name)) first.set(name, { cpu: each.cpu, rate });
      const before = first.get(name)!;
      const latencies = [0.5, 0.99].map((at) => `p${at * 100} ${percentile(load.latenciesMs, at).toFixed(0)} ms`);
      console.log(
        `${name.padEnd(6)} ${workers} workers${held[0] === undefined ? '' : ` at ${share} (${held[0].how})`}: CPU ${each.cpu.toFixed(0)} us (${(each.cpu / before.cpu).toFixed(2)} of the first row), ` +
          `supervisor ${workers > 1 ? each.supervisor.toFixed(0) : '-'}, writer ${each.writer.toFixed(0)}, PostgreSQL ${each.postgres.toFixed(0)}; ` +
          `${rate.toFixed(0)}/s (${(rate / before.rate).toFixed(2)}), ${latencies.join(', ')}; load ${loadavg()[0]!.toFixed(0)} on ${cpus().length}`,
      );
    }
  } finally {
    await server.stop();
    await Promise.all(held.map(({ release }) => release()));
  }
}

/** The processes that serve: its children, where there are several. */
function workerProcesses({ pid }: MeasuredProcess, workers: number): readonly number[] {
  if (workers === 1) return [pid];
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** Microseconds for each answer. */
async function measure(server: MeasuredProcess, send: () => Promise<LoadResult>) {
  const before = await times(server);
  const load = await send();
  const after = await times(server);
  if (load.failed > 0)
    throw new RangeError(`${load.failed} requests failed; the first answer was: ${load.firstFailure}`);
  const each = (name: keyof typeof before) => ((after[name] - before[name]) / load.answered) * 1e6;
  return {
    load,
    cpu: each('cpu'),
    writer: each('writer'),
    supervisor: each('supervisor'),
    postgres: each('postgres'),
  };
}

/** Processor time in seconds. */
async function times({ ops, pid }: MeasuredProcess) {
  const text = await (await fetch(`${ops}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0);
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return {
    cpu: value('sealwright_process_cpu_seconds_total'),
    writer: value('sealwright_writer_cpu_seconds_total'),
    supervisor: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    postgres: postgresSeconds(values.database ?? ''),
  };
}

/** Questions about the super administrator's certificate, each with a nonce of its own. */
function ocspRequests(target: Target): Buffer[] {
  const [certificate, issuer] = [target.cert, target.ca].map((pem) => Certificate.parse(parsePem(pem)[0]!.der));
  const certificateId = ocspCertificateId(certificate!, issuer!.publicKey);
  return Array.from({ length: 2000 }, () => {
    const extensions = [makeExtension(ocspNonce, randomBytes(16), false)];
    const request = assembleOcspRequest(encodeTbsOcspRequest({ queries: [{ certificateId }], extensions }));
    return post(target, '/ocsp', 'application/ocsp-request', request);
  });
}
