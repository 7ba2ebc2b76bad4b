/**
 * Processor time of an enrollment, a plain signature and an OCSP answer with 1, 2 and 4 worker processes: `node bench/scale.ts [options]`.
 *
 *   --workers LIST    numbers of worker processes, separated by commas (1,2,4)
 *   --count N         enrollments that are measured (3000)
 *   --seconds N       of signatures, and of OCSP answers (8)
 *   --connections N   connections that send at once (32)
 *   --database URL    PostgreSQL instead of the embedded database
 *
 * The processor time is that of all processes of the server, the supervisor included; that of PostgreSQL is not in it. What the thread that writes to SQLite takes is
 * printed as well, since there is one however many workers there are. Rates are those of this machine, which the generator of the load shares with the server.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
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
import { type LoadResult, percentile, post, sendAll, sendFor, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { plainSignatures } from './signing-requests.ts';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    count: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '32' },
    database: { type: 'string' },
  },
});
const [count, seconds, connections] = [values.count, values.seconds, values.connections].map(Number) as [
  number,
  number,
  number,
];

const home = mkdtempSync(path.join(tmpdir(), 'bench-scale-'));
try {
  const first = new Map<string, number>();
  for (const workers of values.workers.split(',')) {
    const server = await startProcess('server', home, values.database, [
      `--workers=${workers}`,
      '--max-client-connections=0',
      '--rsa-pool=0',
    ]);
    try {
      const { target } = server;
      await warmUp(target, workers);
      const enrollments = enrollmentPosts(target, await prepareEnrollments('P-256', count, `scale-${workers}`));
      const acts: readonly [string, () => Promise<LoadResult>][] = [
        ['enroll', () => sendAll(target, enrollments, connections)],
        ['sign', () => sendFor(target, plainSignatures(target), connections, seconds)],
        ['OCSP', () => sendFor(target, ocspRequests(target), connections, seconds)],
      ];
      for (const [name, send] of acts) {
        const { cpu, writer, load } = await measure(server, send);
        if (!first.has(name)) first.set(name, cpu);
        const latencies = [0.5, 0.99].map((s) => `p${s * 100} ${percentile(load.latenciesMs, s).toFixed(1)} ms`);
        console.log(
          `${name.padEnd(7)} ${workers.padStart(2)} workers  CPU ${cpu.toFixed(0)} us each (${(cpu / first.get(name)!).toFixed(2)} of the first row), ` +
            `writer ${writer.toFixed(0)} us, ${(load.answered / load.seconds).toFixed(0)}/s, ${latencies.join(', ')}, load of the machine ${loadavg()[0]!.toFixed(0)} on ${cpus().length} cores`,
        );
      }
    } finally {
      await server.stop();
    }
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Until all workers run compiled. */
async function warmUp(target: Target, workers: string): Promise<void> {
  const enrollments = await prepareEnrollments('P-256', 1000 * Number(workers), `warm-up-${workers}`);
  const load = await sendAll(target, enrollmentPosts(target, enrollments), connections);
  if (load.failed > 0) throw new RangeError(`${load.failed} enrollments failed: ${load.firstFailure}`);
  await sendFor(target, plainSignatures(target), connections, 3);
  await sendFor(target, ocspRequests(target), connections, 3);
}

async function measure(server: MeasuredProcess, send: () => Promise<LoadResult>) {
  const before = await times(server);
  const load = await send();
  const after = await times(server);
  if (load.failed > 0)
    throw new RangeError(`${load.failed} requests failed; the first answer was: ${load.firstFailure}`);
  const each = (name: 'cpu' | 'writer') => ((after[name] - before[name]) / load.answered) * 1e6;
  return { load, cpu: each('cpu'), writer: each('writer') };
}

/** Processor time in seconds. */
async function times({ ops }: MeasuredProcess): Promise<{ cpu: number; writer: number }> {
  const text = await (await fetch(`${ops}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? 0);
  return { cpu: value('sealwright_process_cpu_seconds_total'), writer: value('sealwright_writer_cpu_seconds_total') };
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
