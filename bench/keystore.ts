/**
 * Keystores with a new key a second that one server process makes, beside the floor of the same run: `node bench/keystore.ts [options]`.
 *
 *   --key P-256|RSA-2048           the keys that the server generates (both, one after the other)
 *   --format modern|compatible|JKS a PKCS #12 file of either kind, or a JKS file (all, one after the other)
 *   --count N                      keystores of each kind that are measured (160)
 *   --connections N                connections that ask at once (16)
 *   --database URL                 PostgreSQL instead of the embedded database
 *   --cpu-prof                     has the server write a profile of its processor time into the present directory
 *
 * The server is started on an empty home directory and called over TLS with a client certificate on kept-alive connections; the end
 * entities are added before the clock starts. The floor is one process that does what cannot be left out: the same TLS exchange with
 * bodies of the same sizes, the same derivation from the password that is compared, the same generation of the key, derivations and
 * encryption of the keystore, signature and hashes, and the same rows into the real tables, grouped as the server groups them.
 *
 * Beside the keystores, one caller enrolls P-256 keys of its own one after the other, alone and then while keystores are made: what the others
 * have to wait. For RSA, keystores that are asked for one after the other are measured as well, while key pairs are ready that were
 * generated ahead.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { jsonPost, jsonRequest, type LoadResult, percentile, sendAll, sendWhile, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { count, connections, ...values } = readOptions({
  key: undefined,
  format: undefined,
  count: 160,
  connections: 16,
  database: undefined,
  'cpu-prof': false,
});
const KEYS = { 'P-256': { key_alg: 'EC', key_spec: 'P-256' }, 'RSA-2048': { key_alg: 'RSA', key_spec: '2048' } };
const TOKENS = { modern: 'P12', compatible: 'P12', JKS: 'JKS' } as const;
type Key = keyof typeof KEYS;
type Format = keyof typeof TOKENS;
const keys = values.key === undefined ? (Object.keys(KEYS) as Key[]) : [values.key as Key];
const formats = values.format === undefined ? (Object.keys(TOKENS) as Format[]) : [values.format as Format];
const CA_REST = '/ejbca/ejbca-rest-api';
const PASSWORD = 'of the benchmark, long enough';
const COMPATIBLE = 'Compatible keystores';
const NAME_WIDTH = 26;
const WARM_UP = 32;
const ENROLLMENTS = 300;
const WARM_UP_MS = 2000;
const ALONE_MS = 5000;
/** Number of keys that the pool holds at least; more are generated in the background meanwhile. */
const ONE_BY_ONE = 8;
const FILLING_MS = 5000;

const home = mkdtempSync(path.join(tmpdir(), 'bench-keystore-'));
try {
  console.log(`load of the machine before: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`);
  const profile = values['cpu-prof'];
  const server = await startProcess('server', home, values.database, [], profile);
  try {
    const floor = await startProcess('keystore-floor', home, values.database);
    try {
      await measure(server, floor);
    } finally {
      await floor.stop();
    }
  } finally {
    await server.stop();
  }
  if (keys.includes('RSA-2048')) console.log(`RSA-2048 one by one: ${await oneByOne()}`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Each of the two stands idle while the other one is measured. */
async function measure(server: MeasuredProcess, floor: MeasuredProcess): Promise<void> {
  await createProfile(server);
  const others = enrollmentPosts(server.target, await prepareEnrollments('P-256', ENROLLMENTS, 'others'));
  const end = { ms: 0 };
  for (const milliseconds of [WARM_UP_MS, ALONE_MS]) {
    end.ms = performance.now() + milliseconds;
    const load = await observed(server, () => sendWhile(server.target, others, 1, () => performance.now() < end.ms));
    if (milliseconds === ALONE_MS) reportOthers('enrollments alone', load);
  }
  for (const key of keys) {
    for (const format of formats) {
      const kind = { key, format };
      await addEndEntities(server, kind, 'bench', count);
      await addEndEntities(server, kind, 'warm-up', WARM_UP);
      await addEndEntities(server, kind, 'beside', count);
      const made = await measureKind(server, kind);
      const least = await measureKind(floor, kind);
      const name = `${key} ${format}`;
      report(name, made);
      report('  floor', least);
      const [rate, leastRate] = [made, least].map(({ answered, seconds }) => answered / seconds) as [number, number];
      const cpu = made.cpuMilliseconds / least.cpuMilliseconds;
      console.log(`  ${(rate / leastRate).toFixed(2)} of the floor's rate, ${cpu.toFixed(2)} of its processor time`);
      reportOthers('  enrollments beside it', await enrollBeside(server, kind, others));
    }
  }
}

interface Kind {
  readonly key: Key;
  readonly format: Format;
}

interface Measured extends LoadResult {
  readonly cpuMilliseconds: number;
  readonly residentMegabytes: number;
  readonly stallMilliseconds: number;
}

async function measureKind(started: MeasuredProcess, kind: Kind): Promise<Measured> {
  const { target } = started;
  requireAll(await sendAll(target, keystorePosts(target, kind, 'warm-up', WARM_UP), connections));
  return observed(started, () => sendAll(target, keystorePosts(target, kind, 'bench', count), connections));
}

/** One caller enrolls while keystores are made. */
async function enrollBeside(server: MeasuredProcess, kind: Kind, others: readonly Buffer[]): Promise<Measured> {
  const { target } = server;
  const state = { ended: false };
  const keystores = sendAll(target, keystorePosts(target, kind, 'beside', count), connections);
  const ended = keystores.finally(() => (state.ended = true));
  const load = await observed(server, () => sendWhile(target, others, 1, () => !state.ended));
  requireAll(await ended);
  return load;
}

async function observed(started: MeasuredProcess, send: () => Promise<LoadResult>): Promise<Measured> {
  const before = await started.observe();
  const load = requireAll(await send());
  const after = await started.observe();
  return {
    ...load,
    cpuMilliseconds: ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1000,
    residentMegabytes: after.residentBytes / 2 ** 20,
    stallMilliseconds: after.stallSeconds * 1000,
  };
}

/** Measures keystores while RSA key pairs are ready. */
async function oneByOne(): Promise<string> {
  const kind = { key: 'RSA-2048', format: 'JKS' } as const;
  const started = await startProcess('server', home, values.database, ['--rsa-pool-size=2048']);
  try {
    const { target } = started;
    await addEndEntities(started, kind, 'single', ONE_BY_ONE);
    await pause(FILLING_MS);
    const load = requireAll(await sendAll(target, keystorePosts(target, kind, 'single', ONE_BY_ONE), 1));
    return `p50 ${percentile(load.latenciesMs, 0.5).toFixed(0)} ms, the longest ${load.latenciesMs.at(-1)!.toFixed(0)} ms`;
  } finally {
    await started.stop();
  }
}

/** Makes an end entity profile whose PKCS #12 files are for old readers. */
async function createProfile({ target }: MeasuredProcess): Promise<void> {
  const settings = {
    availableCas: ['Any CA'],
    availableCertificateProfiles: ['ENDUSER'],
    defaultCertificateProfile: 'ENDUSER',
    subjectDn: { CN: [{}], OU: [{}], O: [{}], C: [{}] },
    pkcs12Encryption: 'compatible',
  };
  const line = `POST /sealwright/v1/documents/EEPROFILE/${encodeURIComponent(COMPATIBLE)}`;
  await sendAll(target, [jsonRequest(target, line, { settings })], 1);
}

async function addEndEntities({ target }: MeasuredProcess, kind: Kind, batch: string, number: number): Promise<void> {
  const posts = Array.from({ length: number }, (_, index) => {
    const username = usernameOf(kind, batch, index);
    return jsonPost(target, `${CA_REST}/v1/endentity`, {
      username,
      password: PASSWORD,
      subject_dn: `CN=${username},OU=Bench,O=Example,C=SE`,
      ca_name: 'ManagementCA',
      certificate_profile_name: 'ENDUSER',
      end_entity_profile_name: kind.format === 'compatible' ? COMPATIBLE : 'EMPTY',
      token: TOKENS[kind.format],
    });
  });
  requireAll(await sendAll(target, posts, connections));
}

function keystorePosts(target: Target, kind: Kind, batch: string, number: number): Buffer[] {
  return Array.from({ length: number }, (_, index) =>
    jsonPost(target, `${CA_REST}/v1/certificate/enrollkeystore`, {
      username: usernameOf(kind, batch, index),
      password: PASSWORD,
      ...KEYS[kind.key],
    }),
  );
}

/** A name that the floor reads the format of. */
function usernameOf(kind: Kind, batch: string, index: number): string {
  return `${nameOf(kind)}-${batch}-${index}`;
}

function nameOf({ key, format }: Kind): string {
  return `${key}-${format}`;
}

function requireAll(load: LoadResult): LoadResult {
  if (load.failed === 0) return load;
  throw new RangeError(`${load.failed} requests failed; the first answer was: ${load.firstFailure}`);
}

function report(name: string, load: Measured): void {
  const { cpuMilliseconds, residentMegabytes } = load;
  const more = [`CPU ${cpuMilliseconds.toFixed(1)} ms each`, `resident ${residentMegabytes.toFixed(0)} MB`];
  console.log(`${name.padEnd(NAME_WIDTH)} ${[...figuresOf(load), ...more].join(', ')}`);
}

/** The processor time is that of the keystores for the most part. */
function reportOthers(name: string, load: Measured): void {
  console.log(`${name.padEnd(NAME_WIDTH)} ${figuresOf(load).join(', ')}`);
}

function figuresOf({ answered, seconds, latenciesMs, stallMilliseconds }: Measured): readonly string[] {
  return [
    `${(answered / seconds).toFixed(1)}/s`,
    `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(latenciesMs, 0.99).toFixed(1)} ms`,
    `longest stall ${stallMilliseconds.toFixed(0)} ms`,
  ];
}
