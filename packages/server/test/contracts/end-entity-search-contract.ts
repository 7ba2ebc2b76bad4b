/** Searches for end entities, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import type { EndEntity, EndEntityQuery, EndEntityScope, InsertEndEntity } from '../../src/modules/ra/index.ts';
import { END_ENTITY_STATUS } from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { endEntitySearch } from '../../src/storage/readers/end-entities/end-entity-search.ts';
import { readOnlyKysely } from '../../src/storage/sql/read-dialect.ts';
import type { ColumnValue } from '../../src/storage/sql/write-definition.ts';
import { SqlEndEntitySearch } from '../../src/storage/stores/end-entities/end-entity-search.ts';
import { endEntityWriteDefinitions } from '../../src/storage/stores/end-entities/end-entity-store.ts';
import { contractDefinitions, unit } from './contract-writes.ts';
import { endEntityOf } from '../end-entity-of.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeEndEntitySearch(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`searches for end entities on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let search: SqlEndEntitySearch;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions.filter(({ op }) => op !== 'key.claim'), ...endEntityWriteDefinitions];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      search = new SqlEndEntitySearch(database.readers, 300_000);
      await insert([...FEW, ...MANY]);
      await database.runStatement(sql`ANALYZE end_entity`);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const insert = async (endEntities: readonly EndEntity[]) => {
      for (let at = 0; at < endEntities.length; at += 1000) {
        const writes = endEntities.slice(at, at + 1000).map((endEntity): InsertEndEntity => {
          return { op: 'end-entity.insert', endEntity };
        });
        await database.commit(unit(writes));
      }
    };
    const find = async (query: Partial<EndEntityQuery>) => {
      const { endEntities, more } = await search.search({ ...ANY, ...query });
      return { names: endEntities.map(({ username }) => username), more };
    };
    const names = async (query: Partial<EndEntityQuery>) => (await find(query)).names;
    /** The plans of all statements that a search runs. */
    const plansOf = async (query: Partial<EndEntityQuery>): Promise<readonly string[]> => {
      const { dialect } = database;
      const explain = dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const plans: string[] = [];
      const run = async (text: string, values: readonly ColumnValue[]) => {
        const ask = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement, [...values]));
        plans.push(JSON.stringify((await ask(`${explain} ${text}`)).rows));
        return (await ask(text)).rows as Record<string, unknown>[];
      };
      const kysely = readOnlyKysely(dialect, run);
      const steps = endEntitySearch.run({ ...database, dialect, kysely }, { ...ANY, ...query });
      while ((await steps.next()).done !== true);
      return plans;
    };

    it('find by CA, profiles and status, in the order in which they were made', async () => {
      assert.deepEqual(await names({ scope: { ...EVERYTHING, caIds: [1, 2] } }), ['Alice', 'bob', 'carol', 'dave']);
      assert.deepEqual(await names({ scope: { ...EVERYTHING, caIds: [2] } }), ['carol', 'dave']);
      assert.deepEqual(await names({ scope: { ...EVERYTHING, endEntityProfileIds: [12, 99] } }), ['bob', 'dave']);
      assert.deepEqual(await names({ scope: { ...EVERYTHING, certificateProfileIds: [21], caIds: [1, 2] } }), [
        'Alice',
        'dave',
      ]);
      const statuses = [END_ENTITY_STATUS.REVOKED, END_ENTITY_STATUS.FAILED];
      assert.deepEqual(await names({ scope: { ...EVERYTHING, statuses } }), ['bob', 'carol']);
      assert.deepEqual(await names({ scope: { ...EVERYTHING, caIds: [2], statuses } }), ['carol']);
      assert.deepEqual(await names({ scope: { ...EVERYTHING, caIds: [4] } }), []);
    });

    it('find a text that username, subject or alternative names are', async () => {
      const equal = (...values: string[]) => names({ text: { operation: 'EQUAL', values } });
      assert.deepEqual(await equal('ALICE'), ['Alice']);
      assert.deepEqual(await equal('cn=Bob,o=test'), ['bob']);
      assert.deepEqual(await equal('nobody', 'cn=Bob,o=test'), ['bob']);
      assert.deepEqual(await equal('dNSName=a.example'), ['Alice']);
      assert.deepEqual(await equal('dNSName=A.example'), []);
      assert.deepEqual(await equal('lice'), []);
      assert.deepEqual(await equal(`CN=${'l'.repeat(300)}ong`), ['dave']);
      assert.deepEqual(await equal(`CN=${'l'.repeat(300)}ang`), []);
    });

    it('find one end entity once whose username is its subject', async () => {
      const text = { operation: 'EQUAL', values: ['carol'] } as const;
      assert.deepEqual(await find({ text, limit: 1 }), { names: ['carol'], more: false });
      const order = { by: 'username', descending: false, ids: undefined } as const;
      assert.deepEqual(await find({ text, order, limit: 1 }), { names: ['carol'], more: false });
    });

    it('find a text that is in one of them, where % and _ are letters like others', async () => {
      const like = (value: string) => names({ scope: FEW_ONLY, text: { operation: 'LIKE', values: [value] } });
      assert.deepEqual(await like('LIC'), ['Alice']);
      assert.deepEqual(await like('o=test'), ['Alice', 'bob']);
      assert.deepEqual(await like('a.example'), ['Alice']);
      assert.deepEqual(await like('A.EXAMPLE'), []);
      assert.deepEqual(await like('%'), ['dave']);
      assert.deepEqual(await like('_'), []);
    });

    it('find none of another scope by its texts', async () => {
      for (const operation of ['EQUAL', 'LIKE'] as const) {
        const text = { operation, values: ['carol'] };
        assert.deepEqual(await names({ text, scope: { ...EVERYTHING, caIds: [1] } }), []);
        assert.deepEqual(await names({ text, scope: { ...EVERYTHING, caIds: [1, 2] } }), ['carol']);
      }
    });

    it('find what was changed after a moment, or before, and not at that moment', async () => {
      assert.deepEqual(await names({ scope: FEW_ONLY, modifiedAfterMs: 200 }), ['carol', 'dave']);
      assert.deepEqual(await names({ scope: FEW_ONLY, modifiedBeforeMs: 200 }), ['Alice']);
      assert.deepEqual(await names({ scope: FEW_ONLY, modifiedAfterMs: 100, modifiedBeforeMs: 400 }), ['bob', 'carol']);
    });

    it('give pages that join, over any number of steps', async () => {
      const scope = { ...EVERYTHING, caIds: [3] };
      const found: string[] = [];
      for (let offset = 0; ; offset += 4000) {
        const page = await find({ scope, offset, limit: 4000 });
        found.push(...page.names);
        if (!page.more) break;
        assert.equal(page.names.length, 4000);
      }
      assert.deepEqual(
        found,
        MANY.map(({ username }) => username),
      );
      assert.deepEqual(await find({ scope, offset: 12_000, limit: 10 }), { names: [], more: false });
    });

    it('look through all that there is for a text', async () => {
      const text = { operation: 'LIKE', values: ['user-11999'] } as const;
      assert.deepEqual(await find({ text, limit: 1 }), { names: ['user-11999'], more: false });
      const scope = { ...EVERYTHING, caIds: [1, 3] };
      assert.deepEqual(await find({ text, scope, limit: 1 }), { names: ['user-11999'], more: false });
    });

    it('come in the order that is asked for', async () => {
      const sorted = (by: NonNullable<EndEntityQuery['order']>['by'], descending = false, ids?: number[]) =>
        names({ scope: FEW_ONLY, order: { by, descending, ids } });
      assert.deepEqual(await sorted('username'), ['Alice', 'bob', 'carol', 'dave']);
      assert.deepEqual(await sorted('username', true), ['dave', 'carol', 'bob', 'Alice']);
      assert.deepEqual(await sorted('subjectDn'), ['Alice', 'bob', 'dave', 'carol']);
      assert.deepEqual(await sorted('subjectAltName'), ['bob', 'carol', 'Alice', 'dave']);
      assert.deepEqual(await sorted('status'), ['Alice', 'bob', 'dave', 'carol']);
      assert.deepEqual(await sorted('modifiedMs', true), ['dave', 'carol', 'bob', 'Alice']);
      assert.deepEqual(await sorted('createdMs'), ['dave', 'carol', 'bob', 'Alice']);
      assert.deepEqual(await sorted('caId', false, [2, 1]), ['carol', 'dave', 'Alice', 'bob']);
      assert.deepEqual(await sorted('endEntityProfileId', true, [12, 11]), ['Alice', 'carol', 'bob', 'dave']);
    });

    it('give pages of an order', async () => {
      const order = { by: 'username', descending: true, ids: undefined } as const;
      const scope = { ...EVERYTHING, caIds: [3] };
      assert.deepEqual(await find({ scope, order, limit: 2 }), { names: ['user-9999', 'user-9998'], more: true });
      assert.deepEqual(await find({ scope, order, offset: 11_998, limit: 2 }), {
        names: ['user-1', 'user-0'],
        more: false,
      });
    });

    it('find each combination of CA, profiles and status, whatever stands before it', async () => {
      const { NEW, GENERATED, REVOKED } = END_ENTITY_STATUS;
      const all = [5, 6].flatMap((caId) =>
        [11, 12].flatMap((endEntityProfileId) =>
          [21, 22].flatMap((certificateProfileId) =>
            [NEW, GENERATED, REVOKED].map((status) => {
              const place = { caId, endEntityProfileId, certificateProfileId, status };
              return endEntityOf({ ...place, username: Object.values(place).join(' ') });
            }),
          ),
        ),
      );
      await insert(all);
      const choices = <T>(...values: T[]) => [undefined, ...values.map((value) => [value])];
      for (const caIds of [[5], [6], [5, 6]])
        for (const endEntityProfileIds of choices(11, 12))
          for (const certificateProfileIds of choices(21, 22))
            for (const statuses of choices<EndEntity['status']>(NEW, GENERATED, REVOKED)) {
              const scope = { caIds, endEntityProfileIds, certificateProfileIds, statuses };
              const expected = all.filter(
                (one) =>
                  caIds.includes(one.caId) &&
                  endEntityProfileIds?.includes(one.endEntityProfileId) !== false &&
                  certificateProfileIds?.includes(one.certificateProfileId) !== false &&
                  statuses?.includes(one.status) !== false,
              );
              const found = await names({ scope, limit: 100 });
              assert.deepEqual(
                new Set(found),
                new Set(expected.map(({ username }) => username)),
                JSON.stringify(scope),
              );
            }
    });

    it('end when their time is over', async () => {
      const impatient = new SqlEndEntitySearch(database.readers, 0);
      await assert.rejects(impatient.search({ ...ANY, text: { operation: 'LIKE', values: ['nobody'] } }), {
        code: 'storage.reader_timeout',
      });
    });

    it('read nothing of passwords', async () => {
      const scope = { ...EVERYTHING, caIds: [1] };
      const { endEntities } = await search.search({ ...ANY, scope, limit: 1 });
      assert.deepEqual(endEntities, [
        {
          username: 'Alice',
          subjectDn: 'CN=Alice,O=Test',
          subjectAltName: 'dNSName=a.example',
          email: 'alice@example.com',
          status: END_ENTITY_STATUS.NEW,
          tokenType: 2,
          extended: { customData: { team: 'a' } },
        },
      ]);
    });

    for (const [criterion, query] of [
      ['a CA', { scope: { caIds: [1] } }],
      ['CAs and end entity profiles', { scope: { caIds: [1, 2], endEntityProfileIds: [11, 12] } }],
      ['a status', { scope: { statuses: [END_ENTITY_STATUS.FAILED] } }],
      ['a certificate profile', { scope: { certificateProfileIds: [22] } }],
      ['a username', { text: { operation: 'EQUAL', values: ['alice'] } }],
      ['a subject within CAs', { scope: { caIds: [1, 2] }, text: { operation: 'EQUAL', values: ['CN=carol'] } }],
    ] as const)
      it(`use an index for ${criterion}, and visit nothing else`, async () => {
        const scope = { ...EVERYTHING, ...('scope' in query ? query.scope : {}) };
        const plans = await plansOf({ ...query, scope });
        assert.ok(plans.length > 1);
        for (const plan of plans) {
          assert.match(plan, /end_entity_(?:search|username_folded|subject_folded|alternative_name|pkey)|PRIMARY KEY/);
          assert.doesNotMatch(plan, /SCAN end_entity"|TEMP B-TREE|Seq Scan/);
        }
      });
  });
}

const EVERYTHING: EndEntityScope = {
  caIds: undefined,
  endEntityProfileIds: undefined,
  certificateProfileIds: undefined,
  statuses: undefined,
};
const FEW_ONLY: EndEntityScope = { ...EVERYTHING, caIds: [1, 2] };
const ANY: EndEntityQuery = {
  scope: EVERYTHING,
  text: undefined,
  modifiedAfterMs: undefined,
  modifiedBeforeMs: undefined,
  order: undefined,
  offset: 0,
  limit: 10,
};
const FEW = [
  endEntityOf({
    id: 101,
    username: 'Alice',
    caId: 1,
    endEntityProfileId: 11,
    certificateProfileId: 21,
    subjectDn: 'CN=Alice,O=Test',
    subjectAltName: 'dNSName=a.example',
    email: 'alice@example.com',
    tokenType: 2,
    passwordVerifier: 'a verifier',
    extended: { customData: { team: 'a' } },
    createdMs: 40,
    modifiedMs: 100,
  }),
  endEntityOf({
    id: 102,
    username: 'bob',
    caId: 1,
    endEntityProfileId: 12,
    certificateProfileId: 22,
    subjectDn: 'CN=Bob,O=Test',
    status: END_ENTITY_STATUS.FAILED,
    createdMs: 30,
    modifiedMs: 200,
  }),
  endEntityOf({
    id: 103,
    username: 'carol',
    caId: 2,
    endEntityProfileId: 11,
    certificateProfileId: 22,
    subjectDn: 'carol',
    status: END_ENTITY_STATUS.REVOKED,
    createdMs: 20,
    modifiedMs: 300,
  }),
  endEntityOf({
    id: 104,
    username: 'dave',
    caId: 2,
    endEntityProfileId: 12,
    certificateProfileId: 21,
    subjectDn: `CN=${'l'.repeat(300)}ong`,
    subjectAltName: 'uniformResourceIdentifier=https://a/%20',
    status: END_ENTITY_STATUS.GENERATED,
    createdMs: 10,
    modifiedMs: 400,
  }),
];
const MANY = Array.from({ length: 12_000 }, (_, n) =>
  endEntityOf({ id: 1000 + n, username: `user-${n}`, caId: 3, endEntityProfileId: 13, certificateProfileId: 23 }),
);
