/** The index of texts of certificates, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { CertificateQuery } from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all-migrations.ts';
import { SqlCertificateSearch } from '../../src/storage/stores/certificates/certificate-search.ts';
import { SqlCertificateTextIndex } from '../../src/storage/stores/certificates/certificate-text-index.ts';
import { insertionOf, serialOf } from '../certificate-rows.ts';
import { certificateDatabases } from './certificate-databases.ts';
import { unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeCertificateTexts(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`the index of texts on ${kind}`, () => {
    const { make, open, opened } = certificateDatabases(makeTemporary);

    it('has nothing to do for a few, which are found all the same', async (t) => {
      const database = await opened(t);
      await insert(database, 0, 1000);
      assert.equal(await new SqlCertificateTextIndex(database).isDue(), false);
      assert.deepEqual(await found(database, 'user-00099'), names(990, 1000));
    });

    it('takes in what waits, in whatever order it was stored, and finds it as before', async (t) => {
      const database = await opened(t);
      const index = new SqlCertificateTextIndex(database);
      await insert(database, 3000, 5000);
      assert.equal(await index.isDue(), true);
      await work(index);
      assert.equal(await waiting(database), 0);
      // Another process commits ids that are lower than those which are in the index.
      await insert(database, 0, 2500);
      await insert(database, 5000, 5500);
      assert.deepEqual(await found(database, 'USER-0034'), names(3400, 3500));
      assert.deepEqual(await found(database, 'user-0024'), names(2400, 2500));
      await work(index);
      assert.ok((await waiting(database)) < 1024);
      assert.deepEqual(await found(database, 'user-0024'), names(2400, 2500));
      assert.deepEqual(await found(database, 'user-0054'), names(5400, 5500));
      assert.deepEqual(await found(database, 'zzz'), []);
    });

    it('merges segments, and keeps those that searches may still read', async (t) => {
      const database = await opened(t);
      const [keeping, sweeping] = [300_000, 0].map((keptMs) => new SqlCertificateTextIndex(database, { keptMs }));
      for (let part = 0; part < 8; part++) {
        await insert(database, part * 1500, (part + 1) * 1500);
        await work(keeping!);
      }
      assert.deepEqual(await states(database), { live: 1, others: 8 });
      const before = await pages(database);
      assert.deepEqual(await found(database, 'user-00149'), names(1490, 1500));
      assert.equal(await keeping!.isDue(), false);
      await work(sweeping!);
      assert.deepEqual(await states(database), { live: 1, others: 0 });
      assert.ok((await pages(database)) < before);
      for (const part of [0, 3, 7]) {
        const at = part * 1500 + 700;
        assert.deepEqual(await found(database, `user-${String(at).padStart(6, '0').slice(0, -1)}`), names(at, at + 10));
      }
      assert.deepEqual(
        await found(database, serialOf(7001).slice(-4).toUpperCase(), 'serialNumber'),
        names(7000, 7001),
      );
    });

    it('indexes nothing twice when a step was cut off before its certificates stopped waiting', async (t) => {
      const database = await opened(t);
      const index = new SqlCertificateTextIndex(database);
      await insert(database, 0, 2000);
      const cut = new SqlCertificateTextIndex({
        dialect: database.dialect,
        kysely: database.kysely,
        readers: database.readers,
        runStatement: async (statement) => {
          if (statement.compile(database.kysely).sql.startsWith('DELETE')) throw new Error('the process ends here');
          return database.runStatement(statement);
        },
      });
      await assert.rejects(cut.step(new AbortController().signal), { message: 'the process ends here' });
      assert.deepEqual(await found(database, 'user-00099'), names(990, 1000));
      await work(index);
      assert.deepEqual(await found(database, 'user-00099'), names(990, 1000));
      assert.equal(await count(database, 'user-00099'), 10);
    });

    it('leaves out what a process that ended had begun, and removes it', async (t) => {
      const database = await opened(t);
      const index = new SqlCertificateTextIndex(database);
      await database.runStatement(sql`INSERT INTO certificate_text_segment VALUES (1, 0, 0, 0)`);
      await database.runStatement(sql`INSERT INTO certificate_text_page VALUES (${2 ** 24 + 5}, ${Uint8Array.of(1)})`);
      await insert(database, 0, 2000);
      await work(index);
      assert.deepEqual(await states(database), { live: 1, others: 0 });
      assert.deepEqual(await found(database, 'user-00099'), names(990, 1000));
    });

    it('fills itself after a database of an earlier release was opened, while searches are right', async (t) => {
      const url = await make(t);
      const earlier = await open(url, MIGRATIONS.slice(0, 15));
      await insert(earlier, 0, 9000);
      await earlier.close();
      const database = await opened(t, url);
      const index = new SqlCertificateTextIndex(database);
      assert.equal(await waiting(database), 0);
      await insert(database, 9000, 9500);
      for (let left = true; left; left = await index.step(new AbortController().signal)) {
        assert.deepEqual(await found(database, 'user-00499'), names(4990, 5000));
        assert.deepEqual(await found(database, 'user-00949'), names(9490, 9500));
        assert.equal(await count(database, 'ser-00'), 9500);
      }
      const [backfill] = await database.runStatement<{ reached: number; last: number }>(
        sql`SELECT reached, last FROM certificate_text_backfill`,
      );
      assert.equal(backfill!.reached, backfill!.last);
    });
  });
}

async function work(index: SqlCertificateTextIndex): Promise<void> {
  while (await index.step(new AbortController().signal));
}

async function insert(database: Database, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 500)
    await database.commit(
      unit(
        Array.from({ length: Math.min(500, to - at) }, (_, n) => {
          const id = at + n + 1;
          const [username] = names(at + n, id);
          return insertionOf({ id, ca_id: 1, serial: Uint8Array.fromHex(serialOf(id)), username: username! });
        }),
      ),
    );
}

function names(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, n) => `user-${String(from + n).padStart(6, '0')}`);
}

function queryOf(value: string, member: 'username' | 'serialNumber'): CertificateQuery {
  return {
    scope: { caIds: undefined, endEntityProfileIds: undefined, certificateProfileIds: undefined, statuses: undefined },
    revocationReasons: undefined,
    text: { operation: 'LIKE', members: [member], values: [value], serialNumbers: [] },
    times: {},
  };
}

async function found(
  database: Database,
  value: string,
  member: 'username' | 'serialNumber' = 'username',
): Promise<readonly (string | undefined)[]> {
  const order = { by: 'id', descending: false, ids: undefined } as const;
  const page = { order, after: undefined, offset: 0, limit: 500 };
  const search = new SqlCertificateSearch(database.readers, 300_000);
  const { certificates } = await search.search(queryOf(value, member), page);
  return certificates.map(({ username }) => username);
}

function count(database: Database, value: string): Promise<number> {
  return new SqlCertificateSearch(database.readers, 300_000).count(queryOf(value, 'username'));
}

async function waiting(database: Database): Promise<number> {
  return numberOf(database, sql`SELECT count(*) AS n FROM certificate_text_pending`);
}

async function pages(database: Database): Promise<number> {
  return numberOf(database, sql`SELECT count(*) AS n FROM certificate_text_page`);
}

async function states(database: Database): Promise<{ readonly live: number; readonly others: number }> {
  return {
    live: await numberOf(database, sql`SELECT count(*) AS n FROM certificate_text_segment WHERE state = 1`),
    others: await numberOf(database, sql`SELECT count(*) AS n FROM certificate_text_segment WHERE state <> 1`),
  };
}

async function numberOf(database: Database, statement: ReturnType<typeof sql>): Promise<number> {
  const [row] = (await database.runStatement(statement)) as readonly { readonly n: number }[];
  return row!.n;
}
