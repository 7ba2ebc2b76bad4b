/**
 * Time that searches for certificates take: `node bench/search.ts [options]`.
 *
 *   --certificates N   how many there are (1000000)
 *   --database URL     a database that `npm run bench:data` has filled with as many, or PostgreSQL that is empty; a new file unless given
 *                      PostgreSQL wants ANALYZE before, or time for it
 *   --rounds N         times that each search runs, at most for about five seconds (100)
 *   --only TEXT        searches that have it in their names
 *   --rows FROM-TO     searches by their place in the output, the first is 1; all unless given, so that a long run can be made in pieces
 *
 * Each search runs in a reader thread, as the server has it, for a caller who sees everything and for one who sees two CAs and two end entity
 * profiles. While it fills a database it shows the rate of each tenth.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import type {
  CertificatePage,
  CertificatePosition,
  CertificateQuery,
  CertificateSearch,
} from '../packages/server/src/modules/ra/index.ts';
import { type Database, openDatabase, storesOf, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { SqlCertificateSearch } from '../packages/server/src/storage/stores/certificates/certificate-search.ts';
import { caOf, LAST_ISSUED, namesOf, storeCertificates } from './generated-certificates.ts';
import { percentile } from './http-load.ts';
import { readOptions } from './options.ts';
import { postgresSeconds } from './postgres-usage.ts';

const {
  certificates: total,
  rounds,
  ...values
} = readOptions({ certificates: 1_000_000, database: undefined, rounds: 100, only: '', rows: undefined });
const home = mkdtempSync(path.join(tmpdir(), 'bench-search-'));
const url = values.database ?? `sqlite:${path.join(home, 'search.db')}`;
const [firstRow = 1, lastRow = Infinity] = (values.rows ?? '').split('-').filter(Boolean).map(Number);
let row = 0;
const DAY = 86_400;
const ANY: CertificateQuery = {
  scope: { caIds: undefined, endEntityProfileIds: undefined, certificateProfileIds: undefined, statuses: undefined },
  revocationReasons: undefined,
  text: undefined,
  times: {},
};
const FIRST: CertificatePage = {
  order: { by: 'id', descending: false, ids: undefined },
  after: undefined,
  offset: 0,
  limit: 100,
};
const text = (
  operation: 'EQUAL' | 'BEGINS_WITH' | 'LIKE',
  member: 'username' | 'subjectDn' | 'subjectAltName' | 'serialNumber',
  value: string,
) => ({ text: { operation, members: [member], values: [value], serialNumbers: [] } });
/** Of the middle of the series. */
const { username: NAME, subjectDn: SUBJECT } = namesOf(Math.floor(total / 2));
const NUMBER = String(Math.floor(total / 2)).padStart(9, '0');
const SEARCHES: readonly (readonly [string, Partial<CertificateQuery>, (Partial<CertificatePage> | 'continued')?])[] = [
  ['CA', { scope: { ...ANY.scope, caIds: [102] } }],
  ['end entity profile', { scope: { ...ANY.scope, endEntityProfileIds: [204] } }],
  ['rare certificate profile', { scope: { ...ANY.scope, certificateProfileIds: [304] } }],
  ['status revoked', { scope: { ...ANY.scope, statuses: [40] } }],
  ['username', text('EQUAL', 'username', NAME)],
  ['subject', text('EQUAL', 'subjectDn', SUBJECT)],
  ['subject begins, some found', text('BEGINS_WITH', 'subjectDn', `CN=web-${NUMBER.slice(0, -3)}`)],
  ['alternative name begins', text('BEGINS_WITH', 'subjectAltName', `dNSName=web-${NUMBER.slice(0, -2)}`)],
  ['username begins, a tenth found', text('BEGINS_WITH', 'username', 'device-')],
  ['username contains, 1 found', text('LIKE', 'username', NAME.slice(2))],
  ['subject contains, 10 found', text('LIKE', 'subjectDn', NUMBER.slice(0, -1))],
  ['subject contains, 1 of 1,000 found', text('LIKE', 'subjectDn', 'o=example 123,')],
  ['subject contains, 1 of 100 found', text('LIKE', 'subjectDn', 'o=example 12')],
  ['subject contains, 1 of 100, by type', text('LIKE', 'subjectDn', 'o=example 12'), by('type')],
  ['subject contains, all found', text('LIKE', 'subjectDn', 'example')],
  ['serial number contains', text('LIKE', 'serialNumber', 'ABCDE')],
  ['contains what nothing has', text('LIKE', 'subjectDn', 'qqqzzz')],
  [
    'issued within a day, in order',
    { times: { issued: { after: LAST_ISSUED - DAY, before: undefined } } },
    by('issued'),
  ],
  ['issued within a day, by id', { times: { issued: { after: LAST_ISSUED - DAY, before: undefined } } }],
  [
    'expires within 30 days, in order',
    { times: { expires: { after: LAST_ISSUED, before: LAST_ISSUED + 30 * DAY } } },
    by('expires'),
  ],
  ['expires within 30 days, by id', { times: { expires: { after: LAST_ISSUED, before: LAST_ISSUED + 30 * DAY } } }],
  ['revoked within a week', { times: { revoked: { after: LAST_ISSUED - 7 * DAY, before: undefined } } }],
  ['updated, newest first', { times: { updated: { after: 0, before: undefined } } }, by('updated', true)],
  ['active, by username', { scope: { ...ANY.scope, caIds: [104], statuses: [20] } }, by('username')],
  ['50,000, by type', { scope: { ...ANY.scope, caIds: [104] } }, by('type')],
  ['page 1,000 of everything', {}, { offset: 99_900 }],
  [
    'page 1,000 by expiry',
    { times: { expires: { after: 0, before: undefined } } },
    { ...by('expires'), offset: 99_900 },
  ],
  ['page 1,000 of the active', { scope: { ...ANY.scope, statuses: [20, 21] } }, { offset: 99_900 }],
  ['the page behind that one', { scope: { ...ANY.scope, statuses: [20, 21] } }, 'continued'],
];
const COUNTS: readonly (readonly [string, Partial<CertificateQuery>])[] = [
  ['count of everything', {}],
  ['count of the active', { scope: { ...ANY.scope, statuses: [20, 21] } }],
  [
    'count of expire',
    {
      scope: { ...ANY.scope, statuses: [20, 21] },
      times: { expires: { after: LAST_ISSUED, before: LAST_ISSUED + 30 * DAY } },
    },
  ],
  [
    'count of the active that have not ended',
    { scope: { ...ANY.scope, statuses: [20, 21] }, times: { expires: { after: LAST_ISSUED, before: undefined } } },
  ],
  ['count by beginning, some found', text('BEGINS_WITH', 'subjectDn', `CN=web-${NUMBER.slice(0, -4)}`)],
  ['count by beginning, a tenth found', text('BEGINS_WITH', 'username', 'device-')],
  ['count by part, 1 of 100 found', text('LIKE', 'subjectDn', 'o=example 12')],
  ['count by part, all found', text('LIKE', 'subjectDn', 'example')],
];

try {
  const database = await openDatabase({ url, definitions: WRITE_DEFINITIONS, onBackgroundError: console.error });
  // Longer than the server lets them take, so that a busy machine is measured too.
  const certificateSearch = new SqlCertificateSearch(database.readers, 120_000);
  const present = await certificateSearch.count(ANY);
  if (present === 0) await fill(database);
  console.log(`${database.dialect}, ${await certificateSearch.count(ANY)} certificates, load ${load()}`);
  const texts = storesOf(database).certificateTexts;
  while (await texts.step(new AbortController().signal));
  for (const [caller, seen] of CALLERS()) {
    for (const [name, query, page] of SEARCHES) {
      const given = page === 'continued' ? { after: await endOf(certificateSearch, within(query, seen)) } : page;
      await report(`${caller}: ${name}`, () => certificateSearch.search(within(query, seen), { ...FIRST, ...given }));
    }
    for (const [name, query] of COUNTS)
      await report(`${caller}: ${name}`, () => certificateSearch.count(within(query, seen)));
  }
  await reportHidden(certificateSearch);
  console.log(`load ${load()}`);
  await database.close();
} finally {
  rmSync(home, { recursive: true });
}

async function fill(database: Database): Promise<void> {
  const tenth = Math.floor(total / 10);
  for (let part = 0; part < 10; part++) {
    const started = performance.now();
    await storeCertificates(database, { first: part * tenth, count: tenth, total });
    console.log(
      `stored ${part + 1} tenths, ${Math.round((tenth / (performance.now() - started)) * 1000)} a second, load ${load()}`,
    );
  }
}

function within(query: Partial<CertificateQuery>, seen: Partial<CertificateQuery['scope']>): CertificateQuery {
  return { ...ANY, ...query, scope: { ...seen, ...defined(query.scope ?? ANY.scope) } as CertificateQuery['scope'] };
}

function defined(scope: CertificateQuery['scope']): Partial<CertificateQuery['scope']> {
  return Object.fromEntries(Object.entries(scope).filter(([, ids]) => ids !== undefined));
}

async function endOf(search: CertificateSearch, query: CertificateQuery): Promise<CertificatePosition | undefined> {
  return (await search.search(query, { ...FIRST, offset: 99_900 })).end;
}

/** Compares the time for what the caller may not see with that for what is not there. */
async function reportHidden(search: CertificateSearch): Promise<void> {
  if (!isWanted('hidden')) return;
  const scope = { ...ANY.scope, caIds: [104] };
  const ask = async (value: string): Promise<number> => {
    const started = performance.now();
    await search.search({ ...ANY, scope, ...text('EQUAL', 'username', value) }, FIRST);
    return performance.now() - started;
  };
  const times: { readonly hidden: number; readonly absent: number }[] = [];
  for (let call = 0; call < 1000; call++) {
    const n = (call * 7919) % total;
    if (caOf(n) !== 104) times.push({ hidden: await ask(namesOf(n).username), absent: await ask(`web-${n}`) });
  }
  const median = (values: readonly number[]) => percentile(Float64Array.from(values).toSorted(), 0.5);
  const [hidden, absent] = [median(times.map((one) => one.hidden)), median(times.map((one) => one.absent))];
  console.log(
    `hidden from the caller, median ${hidden.toFixed(2)} ms; absent ${absent.toFixed(2)} ms; factor ${(hidden / absent).toFixed(2)}`,
  );
}

async function report(name: string, run: () => Promise<unknown>): Promise<void> {
  if (!isWanted(name)) return;
  const times: number[] = [];
  const begun = processorSeconds();
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    try {
      await run();
    } catch (error) {
      console.log(`${name.padEnd(48)} ${(error as { code?: string }).code ?? String(error)}`);
      return;
    }
    times.push(performance.now() - started);
    if (times.reduce((a, b) => a + b, 0) > 5000) break;
  }
  const used = processorSeconds() - begun;
  const sorted = times.toSorted((a, b) => a - b);
  console.log(
    `${name.padEnd(48)} p50 ${percentile(Float64Array.from(sorted), 0.5).toFixed(1).padStart(8)} ms   p95 ${percentile(Float64Array.from(sorted), 0.95).toFixed(1).padStart(8)} ms   processor ${((used * 1000) / times.length).toFixed(1).padStart(8)} ms`,
  );
}

function isWanted(name: string): boolean {
  row++;
  return row >= firstRow && row <= lastRow && name.includes(values.only);
}

/** Of this process, and of those that PostgreSQL has for it. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + postgresSeconds(url);
}

function by(member: CertificatePage['order']['by'], descending = false): Pick<CertificatePage, 'order'> {
  return { order: { by: member, descending, ids: undefined } };
}

function load(): string {
  return loadavg()[0]!.toFixed(1);
}

/** Not a constant: it is used above. */
function CALLERS(): readonly (readonly [string, Partial<CertificateQuery['scope']>])[] {
  return [
    ['all', {}],
    ['two', { caIds: [103, 104], endEntityProfileIds: [203, 204] }],
  ];
}
