/**
 * Fills a database with certificates, through the storage layer: `npm run bench:data -- --certificates N [options]`.
 *
 *   --certificates N   how many (100000)
 *   --database URL     an SQLite file (`sqlite:...`) or PostgreSQL; a file in the present directory unless given. It may not have certificates
 *   --keep-indexes     while rows are stored, as a server has them; else they are made of all rows together
 *
 * The database is made and brought to the present schema when it is not there. Only certificates are stored, no CAs and no profiles, so that it
 * is for measurements of storage (`bench/search.ts --database URL`) and not for a server. They are real but for their signatures. The index of texts is
 * made at the end, as a server makes it in the background.
 */
import process from 'node:process';
import { openDatabase, storesOf, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { storeCertificates } from './generated-certificates.ts';
import { readOptions } from './options.ts';
import { withoutIndexes } from '../packages/server/test/without-indexes.ts';

const { certificates: count, ...values } = readOptions({
  certificates: 100_000,
  database: 'sqlite:bench-data.db',
  'keep-indexes': false,
});
const database = await openDatabase({
  url: values.database,
  definitions: WRITE_DEFINITIONS,
  onBackgroundError: (error) => console.error(error),
  // An index of many rows takes minutes, and so may a busy machine.
  timeouts: { statementMs: 3_600_000, connectMs: 120_000 },
});
const present = await database.kysely.selectFrom('certificate').select('id').limit(1).executeTakeFirst();
if (present !== undefined) throw new RangeError(`${values.database} has certificates already`);
const started = performance.now();
const usage = process.cpuUsage();
if (values['keep-indexes']) await store();
else await withoutIndexes(database, store, (name) => showAt(`makes ${name}`));
process.stderr.write('\n');
report(`${count} certificates stored and indexed`, started, usage);
await indexTexts();
report('with the index of texts', started, usage);
await database.close();

async function store(): Promise<void> {
  let shown = 0;
  await storeCertificates(database, { first: 0, count, total: count }, (done) => {
    if (performance.now() - shown < 200) return;
    shown = performance.now();
    const width = Math.round((40 * done) / count);
    showAt(`[${'#'.repeat(width)}${' '.repeat(40 - width)}] ${done} of ${count}`);
  });
  report(`\n${count} certificates stored`, started, usage);
}

async function indexTexts(): Promise<void> {
  const texts = storesOf(database).certificateTexts;
  const { signal } = new AbortController();
  while (await texts.step(signal)) showAt('indexes texts');
}

function showAt(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text.padEnd(70)}`);
}

function report(what: string, since: number, before: NodeJS.CpuUsage): void {
  const seconds = (performance.now() - since) / 1000;
  const { user, system } = process.cpuUsage(before);
  const each = ((user + system) / count).toFixed(1);
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second, ${each} us of processor time each`,
  );
}
