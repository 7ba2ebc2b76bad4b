/**
 * Enrollments a second that one server process does, beside the floor of the same run: `node bench/enroll.ts [options]`.
 *
 *   --key P-256|RSA-2048   the end entities' keys (P-256)
 *   --count N              enrollments that are measured (5000; RSA-2048: 1000, because their keys take long to make)
 *   --connections N        connections that send at once (64)
 *   --rounds N             how often server and floor are measured in turns, each time from the start (1)
 *   --database URL         PostgreSQL instead of the embedded database
 *   --publisher            each certificate is queued for a publisher of files and delivered meanwhile
 *   --cpu-prof             has the server write a profile of each of its threads into the present directory
 *
 * The server is started on an empty home directory and called over TLS with a client certificate on kept-alive connections. The
 * floor is one process that does what cannot be left out: the same TLS exchange with bodies of the same sizes, the same
 * verification, signature and hashes, the same rows into the real tables, grouped as the server groups them.
 *
 * Both are warmed up until V8 has stopped compiling, which takes 20 s of load on a quick machine: a service runs for months.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { administer } from './administer.ts';
import { enrollmentPosts, type KeyKind, prepareEnrollments } from './enrollment-requests.ts';
import { type LoadResult, median, percentile, sendAll, type Target } from './http-load.ts';
import { startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { connections, ...values } = readOptions({
  key: 'P-256',
  count: undefined,
  connections: 64,
  rounds: 1,
  database: undefined,
  publisher: false,
  'cpu-prof': false,
});
const kind = values.key as KeyKind;
const count = Number(values.count ?? (kind === 'P-256' ? 5000 : 1000));

const WARM_UP = 48_000;
process.stderr.write('making keys and requests ...\n');
// Until both programs run compiled: P-256 keys, which are made at once, and some of the kind that is measured.
const warmUp = [
  ...(await prepareEnrollments('P-256', WARM_UP, 'warm-up')),
  ...(await prepareEnrollments(kind, Math.ceil(count / 10), 'warm-up-kind')),
];
const measured = await prepareEnrollments(kind, count, 'bench');
const results: { readonly server: Measurement; readonly floor: Measurement }[] = [];
for (let round = 0; round < values.rounds; round++) {
  const home = mkdtempSync(path.join(tmpdir(), 'bench-enroll-'));
  try {
    const server = await measure(home, 'server');
    const floor = await measure(home, 'enroll-floor');
    report('sealwright', server);
    report('floor', floor);
    results.push({ server, floor });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
const rate = median(results.map(({ server, floor }) => server.rate / floor.rate)).toFixed(2);
const processorTime = median(results.map(({ server, floor }) => server.cpuMicroseconds / floor.cpuMicroseconds));
console.log(`ratio       ${rate} of the floor's rate, ${processorTime.toFixed(2)} of its CPU`);

interface Measurement {
  readonly load: LoadResult;
  readonly rate: number;
  readonly cpuMicroseconds: number;
  readonly residentMegabytes: number;
  readonly stallMilliseconds: number;
}

async function measure(home: string, program: 'server' | 'enroll-floor'): Promise<Measurement> {
  const further = program === 'server' && values.publisher ? [`--publisher-directory=${home}`] : [];
  const started = await startProcess(
    program,
    home,
    values.database,
    further,
    program === 'server' && values['cpu-prof'],
  );
  try {
    const { target } = started;
    const profiles = further.length === 0 ? undefined : await publishedProfiles(home, target);
    await sendAll(target, enrollmentPosts(target, warmUp, profiles), connections);
    const before = await started.observe();
    const load = await sendAll(target, enrollmentPosts(target, measured, profiles), connections);
    const after = await started.observe();
    if (load.failed > 0)
      throw new RangeError(`${load.failed} enrollments failed; the first answer was: ${load.firstFailure}`);
    return {
      load,
      rate: load.answered / load.seconds,
      cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6,
      residentMegabytes: after.residentBytes / 2 ** 20,
      stallMilliseconds: after.stallSeconds * 1000,
    };
  } finally {
    await started.stop();
  }
}

/** Makes a publisher and a profile like the usual one, whose certificates it takes. */
async function publishedProfiles(home: string, target: Target) {
  const directory = path.join(home, 'published');
  const publisher = { type: 'FILES', settings: { directory } };
  await administer(target, 'POST', '/documents/PUBLISHER/Bench', { settings: publisher });
  const { settings } = await administer(target, 'GET', '/documents/CERTPROFILE/SERVER');
  const published = { settings: { ...(settings as object), publishers: ['Bench'] } };
  await administer(target, 'POST', '/documents/CERTPROFILE/Published', published);
  const empty = await administer(target, 'GET', '/documents/EEPROFILE/EMPTY');
  const own = { availableCertificateProfiles: ['Published'], defaultCertificateProfile: 'Published' };
  const ofEndEntities = { settings: { ...(empty.settings as object), ...own } };
  await administer(target, 'POST', '/documents/EEPROFILE/Published', ofEndEntities);
  return { certificate: 'Published', endEntity: 'Published' };
}

function report(
  name: string,
  { load, rate, cpuMicroseconds, residentMegabytes, stallMilliseconds }: Measurement,
): void {
  const figures = [
    `${rate.toFixed(0)}/s`,
    `p50 ${percentile(load.latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(load.latenciesMs, 0.99).toFixed(1)} ms`,
    `errors ${load.failed}`,
    `longest stall ${stallMilliseconds.toFixed(0)} ms`,
    `CPU ${cpuMicroseconds.toFixed(0)} us each`,
    `resident ${residentMegabytes.toFixed(0)} MB`,
  ];
  console.log(`${name.padEnd(11)} ${figures.join(', ')}`);
}
