/** Looking for certificates that end soon, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import type { EndingCertificate, EndingCertificateQuery } from '../../src/modules/expiry/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { endingCertificates } from '../../src/storage/readers/certificates/ending-certificates.ts';
import { readOnlyKysely } from '../../src/storage/sql/read-dialect.ts';
import type { ColumnValue } from '../../src/storage/sql/write-definition.ts';
import { EndingCertificateReader } from '../../src/storage/stores/certificates/ending-certificate-reader.ts';
import { noticeWriteDefinitions } from '../../src/storage/stores/background/notice-store.ts';
import { insertCertificate, insertionOf, serialOf } from '../certificate-rows.ts';
import { unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const NOW = 1_900_000_000;
const DAY = 86_400;
const ACTIVE = {
  status: 20,
  not_before_s: NOW - 300 * DAY,
  end_entity_id: 1,
  revocation_reason: -1,
  revoked_at_s: null,
};
const QUERY: EndingCertificateQuery = {
  caIds: undefined,
  certificateProfileIds: undefined,
  from: NOW - 7 * DAY,
  until: NOW + 30 * DAY,
  now: NOW,
  shortLife: 7 * DAY,
  serviceId: 5,
};
/** Rows of certificates by their ids: what is not said is as in {@link ACTIVE}, at CA 1 and ending in ten days. */
const ROWS: Readonly<Record<number, Record<string, ColumnValue>>> = {
  1: {},
  2: { status: 21 },
  3: { status: 40, revocation_reason: 1, revoked_at_s: NOW },
  4: { status: 60, revocation_reason: 1, revoked_at_s: NOW },
  5: { not_after_s: NOW + 31 * DAY },
  6: { not_after_s: NOW - DAY },
  7: { not_after_s: NOW - 8 * DAY },
  8: { ca_id: 2 },
  9: { certificate_profile_id: 9, end_entity_profile_id: 9 },
  // A third of its life is not left yet, and then it is.
  10: { not_before_s: NOW - 10 * DAY, not_after_s: NOW + 20 * DAY },
  11: { not_before_s: NOW - 20 * DAY, not_after_s: NOW + 10 * DAY },
  // A short life.
  12: { not_before_s: NOW - 6 * DAY, not_after_s: NOW + DAY, certificate_profile_id: 12 },
  // Reported already, until it has another end.
  13: {},
  14: {},
  // Renewed: end entity 15 has a later one of the profile, and 17 one of another profile alone.
  15: { end_entity_id: 15 },
  16: { end_entity_id: 15, not_after_s: NOW + 200 * DAY },
  17: { end_entity_id: 17 },
  18: { end_entity_id: 17, certificate_profile_id: 9, not_after_s: NOW + 200 * DAY },
  // The program's own: renewed; a third of its life is left; a sixth is.
  19: { end_entity_id: null, subject_dn: 'CN=a' },
  20: { end_entity_id: null, subject_dn: 'CN=A', not_after_s: NOW + 90 * DAY },
  21: { end_entity_id: null, subject_dn: 'CN=b', not_before_s: NOW - 70 * DAY, not_after_s: NOW + 20 * DAY },
  22: { end_entity_id: null, subject_dn: 'CN=c', not_before_s: NOW - 80 * DAY, not_after_s: NOW + 10 * DAY },
};

/** Defines the suite. */
export function describeEndingCertificates(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`certificates that end soon on ${kind}`, () => {
    let database: Database;
    openForSuite(makeTemporary, [insertCertificate, ...noticeWriteDefinitions], async (opened) => {
      database = opened;
      await insert(Object.entries(ROWS).map(([id, row]) => [Number(id), row]));
      await insert(Array.from({ length: 2500 }, (_, at) => [1000 + at, { ca_id: 3 }]));
      await tell(13, NOW + 10 * DAY);
      await tell(14, NOW + 20 * DAY);
      await database.runStatement(sql`ANALYZE certificate`);
    });

    const insert = async (rows: readonly (readonly [id: number, row: Record<string, ColumnValue>])[]) => {
      const writes = rows.map(([id, row]) =>
        insertionOf({
          id,
          ca_id: 1,
          serial: Uint8Array.fromHex(serialOf(id)),
          not_after_s: NOW + 10 * DAY,
          ...ACTIVE,
          ...row,
        }),
      );
      await database.commit(unit(writes));
    };
    const tell = async (id: number, endsAt: number) => {
      const notice = { id, serviceId: 5, object: `certificate ${id}`, endsAt, kind: 'certificate', createdMs: 0 };
      const write = { op: 'notice.insert', notice: { ...notice, name: '', facts: {}, advice: '' } } as Write;
      await database.commit(unit([write] as never));
    };
    const find = async (query: Partial<EndingCertificateQuery> = {}): Promise<EndingCertificate[]> => {
      const found: EndingCertificate[] = [];
      const reader = new EndingCertificateReader(database.readers);
      const take = async (some: readonly EndingCertificate[]) => {
        assert.ok(some.length <= 100);
        found.push(...some);
      };
      await reader.find({ ...QUERY, caIds: [1, 2], ...query }, take, new AbortController().signal);
      return found;
    };
    const ids = async (query: Partial<EndingCertificateQuery> = {}) =>
      (await find(query)).map(({ id }) => id).toSorted((a, b) => a - b);

    it('are active, end in time, and were not reported until that end', async () => {
      assert.deepEqual(await ids(), [1, 2, 6, 8, 9, 11, 14, 15, 17, 22]);
    });

    it('come in the order of their ends', async () => {
      const found = (await find({ caIds: [1], certificateProfileIds: [1] })).map(({ notAfter }) => notAfter);
      assert.deepEqual(
        found,
        found.toSorted((a, b) => a - b),
      );
    });

    it('are those of some CAs and certificate profiles', async () => {
      assert.deepEqual(await ids({ caIds: [2] }), [8]);
      assert.deepEqual(await ids({ certificateProfileIds: [9] }), [9]);
      assert.deepEqual(await ids({ caIds: [4] }), []);
    });

    it('have a short life only where it is asked for', async () => {
      assert.deepEqual(await ids({ certificateProfileIds: [12], shortLife: 0 }), [12]);
    });

    it('belong to services: another one has reported none', async () => {
      assert.deepEqual(await ids({ serviceId: 6 }), [1, 2, 6, 8, 9, 11, 13, 14, 15, 17, 22]);
    });

    it('say until when they are renewed', async () => {
      const byId = new Map((await find()).map((one) => [one.id, one.renewedUntil]));
      assert.equal(byId.get(15), NOW + 200 * DAY);
      assert.equal(byId.get(17), undefined);
    });

    it('are all found where many end in one second', async () => {
      assert.equal(new Set(await ids({ caIds: [3] })).size, 2500);
    });

    it('are found by their index, without a scan', async () => {
      const { dialect } = database;
      const plans: string[] = [];
      const run = async (text: string, values: readonly ColumnValue[]) => {
        const ask = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement, [...values]));
        const { rows } = await ask(`${dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${text}`);
        if (text.includes('not_after_s') && text.includes('limit')) plans.push(JSON.stringify(rows));
        return (await ask(text)).rows as Record<string, unknown>[];
      };
      const reads = { ...database, dialect, kysely: readOnlyKysely(dialect, run) };
      for await (const _ of endingCertificates.run(reads, { ...QUERY, caIds: [3] })) continue;
      assert.ok(plans.length > 3);
      for (const plan of plans) {
        assert.doesNotMatch(plan, /SCAN certificate"|SCAN certificate |Seq Scan/, plan);
        assert.match(plan, /certificate_(expiry|end_entity|subject|scope)|_pkey|PRIMARY KEY/, plan);
      }
    });
  });
}
