/**
 * Time that a database of an earlier release takes to come to the present schema, and what those who use it meanwhile notice:
 * `node bench/migrate.ts [options]`.
 *
 *   --certificates N   certificates that it has (200000)
 *   --schema N         the schema that it is of (14: before there were searches)
 *   --database URL     an empty PostgreSQL database; an SQLite file in a directory of its own unless given
 *
 * The database is filled under the earlier schema and stays open: one certificate after the other is stored, and one read, as a server of the earlier
 * release would. Another process opens it with the present schema meanwhile. `node scripts/with-postgres.ts node bench/migrate.ts --database ...` has a
 * cluster; without `--database` and with its variable, a database of that cluster is taken.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase, WRITE_DEFINITIONS } from '../packages/server/src/storage/index.ts';
import { MIGRATIONS } from '../packages/server/src/storage/migrations/index.ts';
import { temporaryPostgres, temporarySqlite } from '../packages/server/test/temporary-database.ts';
import { storeCertificates } from './generated-certificates.ts';
import { readOptions } from './options.ts';

const values = readOptions({ certificates: 200_000, schema: 14, database: undefined, migrate: undefined });
if (values.migrate === undefined) await measure();
else await migrate(values.migrate);

async function measure(): Promise<void> {
  const count = values.certificates;
  const temporary =
    values.database === undefined
      ? await (process.env['SEALWRIGHT_TEST_POSTGRES'] === undefined ? temporarySqlite() : temporaryPostgres())
      : { url: values.database, remove: async () => {} };
  try {
    const earlier = await open(temporary.url, values.schema);
    await storeCertificates(earlier, { first: 0, count, total: 2 * count });
    const served = { ended: false };
    const serving = serve(earlier, count, served);
    await pause(2000);
    const begun = performance.now();
    const child = spawn(process.execPath, [import.meta.filename, '--migrate', temporary.url], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    const seconds = (performance.now() - begun) / 1000;
    await pause(1000);
    served.ended = true;
    const { stored, refused, longestMs, usualMs } = await serving;
    console.log(
      `${count} certificates from schema ${values.schema} to ${MIGRATIONS.length}: ${code === 0 ? 'done' : 'FAILED'} in ${seconds.toFixed(1)} s with the start of a process; meanwhile ${stored} were stored, ${refused} refused, longest wait ${Math.round(longestMs)} ms, usual ${usualMs.toFixed(1)} ms; load ${loadavg()[0]!.toFixed(1)}`,
    );
    await earlier.close();
  } finally {
    await temporary.remove();
  }
}

/** Stores certificates one by one, and notes how long each takes. */
async function serve(database: Database, first: number, served: { readonly ended: boolean }) {
  const waits: number[] = [];
  let refused = 0;
  for (let n = first; !served.ended; n++) {
    const begun = performance.now();
    try {
      await storeCertificates(database, { first: n, count: 1, total: 2 * first });
    } catch {
      refused++;
    }
    waits.push(performance.now() - begun);
    await pause(5);
  }
  const sorted = waits.toSorted((a, b) => a - b);
  return {
    stored: waits.length - refused,
    refused,
    longestMs: sorted.at(-1)!,
    usualMs: sorted[Math.floor(sorted.length / 2)]!,
  };
}

/** Opens the database with the present schema, in a process of its own. */
async function migrate(url: string): Promise<void> {
  const begun = performance.now();
  const before = process.cpuUsage();
  const database = await open(url, MIGRATIONS.length);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `migration: ${((performance.now() - begun) / 1000).toFixed(1)} s, ${((user + system) / 1_000_000).toFixed(1)} s of processor time here`,
  );
  await database.close();
}

function open(url: string, schema: number): Promise<Database> {
  return openDatabase({
    url,
    // Those of other tables name columns that an earlier schema lacks.
    definitions: WRITE_DEFINITIONS.filter(({ op }) => op === 'certificate.insert'),
    migrations: MIGRATIONS.slice(0, schema),
    onBackgroundError: (error) => console.error(error),
  });
}
