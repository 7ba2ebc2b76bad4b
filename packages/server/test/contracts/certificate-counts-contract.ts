/** The counts of certificates by CA, profiles and status, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { CertificateQuery, CertificateScope } from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { MIGRATIONS } from '../../src/storage/migrations/all-migrations.ts';
import { SqlCertificateCounts } from '../../src/storage/stores/certificates/certificate-counts.ts';
import { SqlCertificateSearch } from '../../src/storage/stores/certificates/certificate-search.ts';
import { SqlCertificateTextIndex } from '../../src/storage/stores/certificates/certificate-text-index.ts';
import { insertionOf, serialOf } from '../certificate-rows.ts';
import { certificateDatabases } from './certificate-databases.ts';
import { unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeCertificateCounts(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`the counts of certificates on ${kind}`, () => {
    const { make, open, opened } = certificateDatabases(makeTemporary);

    it('are those of the rows, whatever waits, changes, and was added up already', async (t) => {
      const database = await opened(t);
      await assertCounts(database);
      await insert(database, 0, 3000);
      await assertCounts(database);
      await revoke(database, 0, 100);
      await assertCounts(database);
      await work(database);
      assert.equal(await numberOf(database, 'certificate_text_pending'), 0);
      await assertCounts(database);
      await revoke(database, 50, 1500);
      await insert(database, 3000, 3010);
      await assertCounts(database);
      assert.ok((await numberOf(database, 'certificate_count_change')) > 1024);
      await work(database);
      assert.equal(await numberOf(database, 'certificate_count_change'), 0);
      await assertCounts(database);
    });

    it('are exact at each moment while certificates are stored, revoked and added up', async (t) => {
      const database = await opened(t);
      const search = new SqlCertificateSearch(database.readers, 300_000);
      let least = 0;
      for (let part = 0; part < 6; part++) {
        const changing = [
          insert(database, part * 1000, (part + 1) * 1000),
          ...(part === 0 ? [] : [revoke(database, (part - 1) * 1000, (part - 1) * 1000 + 700)]),
          work(database),
        ];
        for (let round = 0; round < 5; round++) {
          const found = await search.count(ANY);
          assert.ok(found >= Math.max(least, part * 1000) && found <= (part + 1) * 1000, `${found} of part ${part}`);
          least = found;
        }
        await Promise.all(changing);
        await assertCounts(database);
      }
    });

    it('begin with what a database of an earlier release has, what waits in it included', async (t) => {
      const url = await make(t);
      const earlier = await open(url, MIGRATIONS.slice(0, 22));
      await insert(earlier, 0, 1500);
      const database = await opened(t, url);
      await assertCounts(database);
      // A process of the release before, and one of this.
      await insert(earlier, 1500, 2000);
      await insert(database, 2000, 2100);
      await revoke(earlier, 0, 2050);
      await assertCounts(database);
      await work(earlier);
      await work(database);
      assert.ok((await numberOf(database, 'certificate_text_pending')) < 1024);
      await assertCounts(database);
      await earlier.close();
    });

    it('find the combinations that there are, too, when more wait than are looked at', async (t) => {
      const database = await opened(t);
      await insert(database, 0, 7000);
      const order = { by: 'id', descending: false, ids: undefined } as const;
      const page = { order, after: undefined, offset: 6990, limit: 100 };
      const search = new SqlCertificateSearch(database.readers, 300_000);
      assert.equal((await search.search(ANY, page)).certificates.length, 10);
      await work(database);
      assert.equal((await search.search(ANY, page)).certificates.length, 10);
    });
  });
}

/** Compares the counts of many scopes with the rows. */
async function assertCounts(database: Database): Promise<void> {
  const search = new SqlCertificateSearch(database.readers, 300_000);
  const rows = await database.runStatement<Row>(
    sql`SELECT ca_id, end_entity_profile_id, certificate_profile_id, status FROM certificate`,
  );
  for (const scope of SCOPES) {
    const expected = rows.filter(
      (row) =>
        scope.caIds?.includes(row.ca_id) !== false &&
        scope.endEntityProfileIds?.includes(row.end_entity_profile_id) !== false &&
        scope.certificateProfileIds?.includes(row.certificate_profile_id) !== false &&
        scope.statuses?.includes(row.status) !== false,
    ).length;
    assert.equal(await search.count({ ...ANY, scope }), expected, JSON.stringify(scope));
  }
}

interface Row {
  readonly ca_id: number;
  readonly end_entity_profile_id: number;
  readonly certificate_profile_id: number;
  readonly status: number;
}

async function insert(database: Database, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 250)
    await database.commit(
      unit(
        Array.from({ length: Math.min(250, to - at) }, (_, n) => {
          const id = at + n + 1;
          return insertionOf({
            id,
            ca_id: 1 + (id % 3),
            end_entity_profile_id: 11 + (id % 2),
            certificate_profile_id: 21 + (id % 5),
            status: id % 7 === 0 ? 40 : 20,
            serial: Uint8Array.fromHex(serialOf(id)),
            username: `user-${id}`,
          });
        }),
      ),
    );
}

/** Revokes those that are not, and releases those that are. */
async function revoke(database: Database, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 100)
    await database.runStatement(
      sql`UPDATE certificate SET status = 60 - status WHERE id > ${at} AND id <= ${Math.min(at + 100, to)}`,
    );
}

async function work(database: Database): Promise<void> {
  const { signal } = new AbortController();
  for (const one of [new SqlCertificateCounts(database), new SqlCertificateTextIndex(database)])
    while (await one.step(signal));
}

async function numberOf(database: Database, table: string): Promise<number> {
  const [row] = await database.runStatement<{ n: number }>(sql`SELECT count(*) AS n FROM ${sql.table(table)}`);
  return row!.n;
}

const EVERYTHING: CertificateScope = {
  caIds: undefined,
  endEntityProfileIds: undefined,
  certificateProfileIds: undefined,
  statuses: undefined,
};
const ANY: CertificateQuery = { scope: EVERYTHING, revocationReasons: undefined, text: undefined, times: {} };
const SCOPES: readonly CertificateScope[] = [
  EVERYTHING,
  { ...EVERYTHING, caIds: [1] },
  { ...EVERYTHING, caIds: [2, 3, 9], statuses: [20, 21] },
  { ...EVERYTHING, statuses: [40] },
  { ...EVERYTHING, endEntityProfileIds: [12], certificateProfileIds: [21, 25] },
  { ...EVERYTHING, caIds: [] },
  { ...EVERYTHING, caIds: [9] },
];
