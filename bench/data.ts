/**
 * Fills a database with certificates, through the storage layer: `npm run bench:data -- --certificates N [options]`.
 *
 *   --certificates N   how many (100000)
 *   --database URL     an SQLite file (`sqlite:...`) or PostgreSQL; a file in the present directory unless given
 *
 * The database is made and brought to the present schema when it is not there. Only certificates are stored, no CAs and no profiles, so that it
 * is for measurements of storage (`bench/search.ts --database URL`) and not for a server. Their octets are random.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openDatabase, storesOf, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { storeCertificates } from './generated-certificates.ts';

const { values } = parseArgs({
  options: {
    certificates: { type: 'string', default: '100000' },
    database: { type: 'string', default: 'sqlite:bench-data.db' },
  },
});
const count = Number(values.certificates);
const database = await openDatabase({
  url: values.database,
  definitions: WRITE_DEFINITIONS,
  onBackgroundError: (error) => console.error(error),
});
const started = performance.now();
const usage = process.cpuUsage();
let shown = 0;
await storeCertificates(database, { first: 0, count, total: count }, (stored) => {
  if (!process.stderr.isTTY || performance.now() - shown < 200) return;
  shown = performance.now();
  const width = Math.round((40 * stored) / count);
  process.stderr.write(`\r[${'#'.repeat(width)}${' '.repeat(40 - width)}] ${stored} of ${count}`);
});
process.stderr.write('\n');
report(`${count} certificates stored`, started, usage);
const indexing = [performance.now(), process.cpuUsage()] as const;
const texts = storesOf(database).certificateTexts;
while (await texts.step(new AbortController().signal));
report(`index of texts`, ...indexing);
await database.close();

function report(what: string, since: number, before: NodeJS.CpuUsage): void {
  const seconds = (performance.now() - since) / 1000;
  const { user, system } = process.cpuUsage(before);
  const each = ((user + system) / count).toFixed(1);
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second, ${each} us of processor time each`,
  );
}
