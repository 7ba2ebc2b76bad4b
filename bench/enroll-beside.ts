/**
 * The cost of a million certificates and of wide searches for those who enroll: `node bench/enroll-beside.ts [options]`.
 *
 *   --certificates N   that one of two servers has (1000000)
 *   --rounds N         of each condition (3)
 *   --count N          enrollments of a round (3000)
 *   --connections N    connections that enroll (16)
 *   --searches N       connections that search (2)
 *   --only TEXT        conditions that have it in their names
 *   --keep DIRECTORY   where both installations are found by another run with it, which need not make them; removed unless given
 *   --make             makes them and measures nothing
 *
 * Two servers, one with the certificates and one without, in turns, so that what else the machine does weighs on both alike. Then the one with the
 * certificates again, while others search: for what all certificates have, what one of a hundred has, in an order without an index, and counts. Each search
 * is sent as soon as the one before is answered. Databases are SQLite files, or on PostgreSQL those of a cluster that SEALWRIGHT_TEST_POSTGRES names:
 * `node scripts/with-postgres.ts node bench/enroll-beside.ts`. Its processor time is in that of an enrollment.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, storesOf, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { temporaryPostgres } from '../packages/server/test/temporary-database.ts';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { storeCertificates } from './generated-certificates.ts';
import { jsonPost, type LoadResult, percentile, sendAll, sendWhile, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';
import { postgresSeconds } from './postgres-usage.ts';
import { withoutIndexes } from '../packages/server/test/without-indexes.ts';

const { certificates, connections, ...values } = readOptions({
  certificates: 1_000_000,
  rounds: 3,
  count: 3000,
  connections: 16,
  searches: 2,
  only: '',
  keep: undefined,
  make: false,
});

const BLOCK = 2 ** 20;

/** Names the database of an installation that is kept. */
const URL_FILE = 'database-url';

interface Installation {
  readonly url: string;
  readonly server: MeasuredProcess;
  stop(): Promise<void>;
}

interface Round {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly stall: number;
  readonly cpu: number;
}

const WIDE: readonly unknown[] = [
  page({ property: 'SUBJECT_DN', operation: 'LIKE', value: 'example' }),
  page({ property: 'SUBJECT_DN', operation: 'LIKE', value: 'example 12' }, 'USERNAME'),
  page({ property: 'USERNAME', operation: 'BEGINS_WITH', value: 'device-' }, 'EXPIRE_DATE'),
  page({ property: 'STATUS', operation: 'EQUAL', value: 'CERT_ACTIVE' }, 'SUBJECT_DN'),
  { criteria: [{ property: 'STATUS', operation: 'EQUAL', value: 'CERT_ACTIVE' }] },
  { criteria: [{ property: 'SUBJECT_DN', operation: 'LIKE', value: 'example 12' }] },
];

const without = await install('none', 0);
const filled = await install('present', certificates);
try {
  if (!values.make) await measureAll();
} finally {
  await without.stop();
  await filled.stop();
}

async function measureAll(): Promise<void> {
  const conditions: readonly (readonly [string, Installation, (load: Promise<LoadResult>) => Promise<LoadResult>])[] = [
    ['none', without, (load) => load],
    ['present', filled, (load) => load],
    ['searched', filled, besideSearches],
  ];
  const rounds = new Map<string, Round[]>();
  for (const { server } of [without, filled]) await enroll(server.target, 'warm-up', 3000);
  for (let round = 0; round < values.rounds; round++) {
    for (const [name, installation, beside] of conditions.filter(([one]) => one.includes(values.only))) {
      const one = await measure(installation, `${name}-${round}`, beside);
      report(name, one);
      rounds.set(name, [...(rounds.get(name) ?? []), one]);
    }
  }
  for (const [name, all] of rounds) report(`${name}, median`, medians(all));
  console.log(`load ${loadavg()[0]!.toFixed(1)}`);
}

/** Starts the server of an installation, which is made unless another run has kept it. */
async function install(name: string, count: number): Promise<Installation> {
  const made = (await kept(name)) ?? (await make(name, count));
  const { home, url } = made;
  const server = await startProcess('server', home, url.startsWith('sqlite:') ? undefined : url);
  return {
    url,
    server,
    async stop() {
      await server.stop();
      if (values.keep === undefined) await made.remove();
    },
  };
}

interface Made {
  readonly home: string;
  readonly url: string;
  remove(): Promise<void>;
}

async function kept(name: string): Promise<Made | undefined> {
  const home = values.keep && path.join(values.keep, name);
  if (home === undefined || !existsSync(path.join(home, URL_FILE))) return undefined;
  return { home, url: readFileSync(path.join(home, URL_FILE), 'utf8'), remove: async () => {} };
}

/** Makes an installation and, past its server, certificates of its CA. */
async function make(name: string, count: number): Promise<Made> {
  const home =
    values.keep === undefined ? mkdtempSync(path.join(tmpdir(), 'bench-beside-')) : path.join(values.keep, name);
  mkdirSync(home, { recursive: true });
  const postgres = process.env['SEALWRIGHT_TEST_POSTGRES'] === undefined ? undefined : await temporaryPostgres();
  const url = postgres?.url ?? `sqlite:${path.join(home, 'sealwright.db')}`;
  await (await startProcess('server', home, postgres?.url)).stop();
  if (count > 0) await fill(url, count);
  writeFileSync(path.join(home, URL_FILE), url);
  return {
    home,
    url,
    async remove() {
      await postgres?.remove();
      rmSync(home, { recursive: true });
    },
  };
}

async function fill(url: string, count: number): Promise<void> {
  const database = await openDatabase({
    url,
    definitions: WRITE_DEFINITIONS,
    onBackgroundError: (error) => console.error(error),
    timeouts: { statementMs: 3_600_000, connectMs: 120_000 },
  });
  const [first] = await storesOf(database).states.listVersions(Number.MIN_SAFE_INTEGER, 1);
  const { caId } = first!;
  // Ids are given in blocks, one after the other while nobody else takes one.
  const block = await database.claimIdBlock();
  for (let more = 1; more < Math.ceil(count / BLOCK); more++) await database.claimIdBlock();
  const series = { first: 0, count, total: count, caId, firstId: block * BLOCK };
  await withoutIndexes(
    database,
    () => storeCertificates(database, series),
    () => {},
  );
  const { certificateTexts } = storesOf(database);
  while (await certificateTexts.step(new AbortController().signal));
  await database.close();
  process.stderr.write(`${count} certificates are there\n`);
}

async function measure(
  { server, url }: Installation,
  name: string,
  beside: (load: Promise<LoadResult>) => Promise<LoadResult>,
): Promise<Round> {
  const requests = enrollmentPosts(server.target, await prepareEnrollments('P-256', values.count, name));
  // What was prepared is collected, and what the server did before is over.
  await sleep(2000);
  const before = await server.observe();
  const usedBefore = before.cpuSeconds + postgresSeconds(url);
  const load = await beside(sendAll(server.target, requests, connections));
  const after = await server.observe();
  if (load.failed > 0) throw new RangeError(`${load.failed} enrollments failed: ${load.firstFailure}`);
  return {
    rate: load.answered / load.seconds,
    p50: percentile(load.latenciesMs, 0.5),
    p99: percentile(load.latenciesMs, 0.99),
    stall: after.stallSeconds * 1000,
    cpu: ((after.cpuSeconds + postgresSeconds(url) - usedBefore) / load.answered) * 1e6,
  };
}

/** Searches until the load has ended. */
async function besideSearches(load: Promise<LoadResult>): Promise<LoadResult> {
  const { target } = filled.server;
  const state = { ended: false };
  const ended = load.finally(() => (state.ended = true));
  const bodies = WIDE.map((body) => jsonPost(target, '/ejbca/ejbca-rest-api/v2/certificate/search', body));
  const requests = Array.from({ length: 100_000 }, (_, at) => bodies[at % bodies.length]!);
  const searched = await sendWhile(target, requests, values.searches, () => !state.ended);
  console.log(
    `  ${searched.answered} searches, ${searched.failed} failed ${searched.firstFailure?.slice(0, 200) ?? ''}, p50 ${percentile(searched.latenciesMs, 0.5).toFixed(0)} ms, longest ${percentile(searched.latenciesMs, 1).toFixed(0)} ms`,
  );
  return ended;
}

async function enroll(target: Target, batch: string, count: number): Promise<void> {
  const { failed, firstFailure } = await sendAll(
    target,
    enrollmentPosts(target, await prepareEnrollments('P-256', count, batch)),
    connections,
  );
  if (failed > 0) throw new RangeError(`${failed} enrollments failed: ${firstFailure}`);
}

function page(criterion: object, order?: string) {
  return {
    criteria: [criterion],
    pagination: { page_size: 100, current_page: 1 },
    ...(order !== undefined && { sort: { property: order, operation: 'ASC' } }),
  };
}

function medians(rounds: readonly Round[]): Round {
  const median = (member: keyof Round) =>
    percentile(Float64Array.from(rounds.map((round) => round[member])).toSorted(), 0.5);
  return {
    rate: median('rate'),
    p50: median('p50'),
    p99: median('p99'),
    stall: median('stall'),
    cpu: median('cpu'),
  };
}

function report(name: string, { rate, p50, p99, stall, cpu }: Round): void {
  const figures = [
    `${rate.toFixed(0)}/s`,
    `p50 ${p50.toFixed(1)} ms`,
    `p99 ${p99.toFixed(1)} ms`,
    `longest stall ${stall.toFixed(0)} ms`,
    `processor ${cpu.toFixed(0)} us each`,
  ];
  console.log(`${name.padEnd(18)} ${figures.join(', ')}`);
}
