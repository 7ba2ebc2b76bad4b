/** Searches for certificates, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import type {
  CertificateOrder,
  CertificatePage,
  CertificatePosition,
  CertificateQuery,
  CertificateScope,
  CertificateTextCriterion,
  CertificateTextMember,
} from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { certificateCount } from '../../src/storage/readers/certificates/certificate-count.ts';
import { certificateSearch } from '../../src/storage/readers/certificates/certificate-search.ts';
import { readOnlyKysely } from '../../src/storage/sql/read-dialect.ts';
import { SqlCertificateSearch } from '../../src/storage/stores/certificates/certificate-search.ts';
import { SqlCertificateTextIndex } from '../../src/storage/stores/certificates/certificate-text-index.ts';
import { insertCertificate, insertionOf, serialOf } from '../certificate-rows.ts';
import { contractDefinitions, unit } from './contract-writes.ts';
import { readerOf } from './read-plans.ts';
import {
  entriesOf,
  firstKey,
  gramKey,
  GRAMS_END,
  PageWriter,
  scopeGrams,
  type TextPage,
} from '../../src/storage/texts/index.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeCertificateSearch(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`searches for certificates on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let search: SqlCertificateSearch;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions, insertCertificate];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      // However busy the machine is.
      search = new SqlCertificateSearch(database.readers, 300_000);
      await insert([...FEW, ...MANY]);
      // Some are in segments of the index of texts, and those that are inserted later wait for it.
      await indexTexts(database);
      await database.runStatement(sql`ANALYZE certificate`);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const insert = async (rows: readonly Row[]) => {
      for (let at = 0; at < rows.length; at += 1000)
        await database.commit(unit(rows.slice(at, at + 1000).map((row) => insertionOf({ ...row }))));
    };
    const find = async (query: Partial<CertificateQuery>, page: Partial<CertificatePage> = {}) => {
      const { certificates } = await search.search({ ...ANY, ...query }, { ...FIRST, ...page });
      return certificates.map(({ serial }) => idOf(serial));
    };
    /** Runs a search, or a count, whose statements `run` asks instead. */
    const runWith = async (
      query: CertificateQuery,
      page: CertificatePage | undefined,
      run: (ask: (prefix?: string) => Promise<Rows>) => Promise<Rows>,
    ): Promise<void> => {
      const { reads: source, close } = readerOf({ dialect: database.dialect, url: temporary.url });
      const kysely = readOnlyKysely(database.dialect, (text, values) =>
        run(
          async (prefix = '') =>
            (await source.kysely.executeQuery(CompiledQuery.raw(prefix + text, [...values]))).rows as Rows,
        ),
      );
      const reads = { ...source, kysely };
      const steps =
        page === undefined ? certificateCount.run(reads, query) : certificateSearch.run(reads, { query, page });
      while ((await steps.next()).done !== true);
      await close();
    };
    /** The plans of all statements that a search, or a count, runs. */
    const plansOf = async (query: CertificateQuery, page?: CertificatePage): Promise<readonly string[]> => {
      const explain = database.dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN ' : 'EXPLAIN ';
      const plans: string[] = [];
      await runWith(query, page, async (ask) => {
        plans.push(JSON.stringify(await ask(explain)));
        return ask();
      });
      return plans;
    };
    /** The number of rows that each statement returns that a search, or a count, runs. */
    const rowsOf = async (query: CertificateQuery, page?: CertificatePage): Promise<readonly number[]> => {
      const numbers: number[] = [];
      await runWith(query, page, async (ask) => {
        const rows = await ask();
        numbers.push(rows.length);
        return rows;
      });
      return numbers;
    };

    it('find by CA, profiles and status, in the order in which they were made', async () => {
      assert.deepEqual(await find({ scope: { ...EVERYTHING, caIds: [1, 2] } }), [101, 102, 103, 104]);
      assert.deepEqual(await find({ scope: { ...EVERYTHING, caIds: [2] } }), [103, 104]);
      assert.deepEqual(await find({ scope: { ...EVERYTHING, endEntityProfileIds: [12, 99] } }), [102, 104]);
      assert.deepEqual(
        await find({ scope: { ...EVERYTHING, certificateProfileIds: [21], caIds: [1, 2] } }),
        [101, 104],
      );
      assert.deepEqual(await find({ scope: { ...EVERYTHING, caIds: [2], statuses: [40] } }), [103]);
      assert.deepEqual(await find({ scope: { ...EVERYTHING, caIds: [9] } }), []);
    });

    it('find everything that is known of a certificate', async () => {
      const scope = { ...EVERYTHING, caIds: [2], statuses: [40] };
      const { certificates } = await search.search({ ...ANY, scope }, FIRST);
      assert.deepEqual(certificates, [
        {
          caId: 2,
          serial: Uint8Array.fromHex(serialOf(103)),
          der: Uint8Array.of(48, 3),
          sha1: Uint8Array.of(1),
          caSha1: Uint8Array.of(2),
          subjectDn: 'carol',
          subjectAltName: undefined,
          subjectKeyId: Uint8Array.of(3),
          username: 'carol',
          certificateProfileId: 22,
          endEntityProfileId: 11,
          type: 1,
          status: 40,
          notBefore: 300,
          notAfter: 3000,
          revocationReason: 4,
          revokedAt: 350,
          invalidity: 340,
          crlPartition: 5,
          updatedMs: 350_000,
        },
      ]);
    });

    it('compare usernames, subjects and account bindings in any letter case, and alternative names as they are', async () => {
      const equal = (member: CertificateTextMember, ...values: string[]) =>
        find({ text: text('EQUAL', [member], ...values) });
      assert.deepEqual(await equal('username', 'aLICE'), [101]);
      assert.deepEqual(await equal('subjectDn', 'cn=bob,o=TEST'), [102]);
      assert.deepEqual(await equal('subjectDn', 'nobody', 'cn=bob,o=TEST'), [102]);
      assert.deepEqual(await equal('accountBindingId', 'BINDING-1'), [104]);
      assert.deepEqual(await equal('subjectAltName', 'dNSName=a.example'), [101]);
      assert.deepEqual(await equal('subjectAltName', 'dNSName=A.example'), []);
      assert.deepEqual(await equal('username', 'lice'), []);
      assert.deepEqual(await equal('subjectDn', `CN=${'l'.repeat(300)}ong`), [104]);
      assert.deepEqual(await equal('subjectDn', `CN=${'l'.repeat(300)}ang`), []);
    });

    it('find beginnings as they are written', async () => {
      const beginning = (member: CertificateTextMember, value: string) =>
        find({ scope: FEW_ONLY, text: text('BEGINS_WITH', [member], value) });
      assert.deepEqual(await beginning('username', 'Ali'), [101]);
      assert.deepEqual(await beginning('username', 'ali'), []);
      assert.deepEqual(await beginning('subjectDn', 'CN='), [101, 102, 104]);
      assert.deepEqual(await beginning('subjectDn', `CN=${'l'.repeat(301)}`), []);
      assert.deepEqual(await beginning('subjectDn', `CN=${'l'.repeat(300)}o`), [104]);
      assert.deepEqual(await beginning('subjectAltName', 'dNSName=a'), [101]);
      assert.deepEqual(await beginning('accountBindingId', 'Bind'), [104]);
      assert.deepEqual(await beginning('accountBindingId', 'bind'), []);
    });

    it('find parts, where % and _ are letters like others', async () => {
      const like = (value: string) =>
        find({ scope: FEW_ONLY, text: text('LIKE', ['username', 'subjectDn', 'subjectAltName'], value) });
      assert.deepEqual(await like('LIC'), [101]);
      assert.deepEqual(await like('o=test'), [101, 102]);
      assert.deepEqual(await like('a.example'), [101]);
      assert.deepEqual(await like('A.EXAMPLE'), []);
      assert.deepEqual(await like('%'), [104]);
      assert.deepEqual(await like('_'), []);
    });

    it('find serial numbers, their beginnings and parts', async () => {
      const serial = (operation: CertificateTextCriterion['operation'], value: string) =>
        find({ scope: FEW_ONLY, text: text(operation, ['serialNumber'], value) });
      const digits = serialOf(102).toUpperCase();
      const serialNumbers = [Uint8Array.fromHex(digits), Uint8Array.of(9)];
      assert.deepEqual(await find({ text: { ...text('EQUAL', []), values: [], serialNumbers } }), [102]);
      for (let length = 1; length <= digits.length; length++)
        assert.ok((await serial('BEGINS_WITH', digits.slice(0, length))).includes(102), digits.slice(0, length));
      assert.deepEqual(await serial('BEGINS_WITH', digits.slice(0, -1)), [101, 102, 103, 104]);
      assert.deepEqual(await serial('BEGINS_WITH', digits), [102]);
      assert.deepEqual(await serial('BEGINS_WITH', digits.slice(1)), []);
      assert.deepEqual(await serial('LIKE', digits.slice(1)), [102]);
    });

    it('find serial numbers whose first digit stands in the second half of an octet, or behind a zero octet', async () => {
      await insert([
        row({ id: 201, ca_id: 6, serial: Uint8Array.fromHex('0abc') }),
        row({ id: 202, ca_id: 6, serial: Uint8Array.fromHex('00abcd') }),
      ]);
      const serials = async (value: string) =>
        (
          await search.search(
            { ...ANY, scope: { ...EVERYTHING, caIds: [6] }, text: text('BEGINS_WITH', ['serialNumber'], value) },
            FIRST,
          )
        ).certificates.map((one) => one.serial.toHex());
      for (const value of ['A', 'AB', 'ABC']) assert.deepEqual(await serials(value), ['0abc', '00abcd'], value);
      assert.deepEqual(await serials('ABCD'), ['00abcd']);
      assert.deepEqual(await serials('0ABC'), []);
    });

    it('find one certificate once whose username is its subject', async () => {
      const twice = text('EQUAL', ['username', 'subjectDn'], 'carol');
      assert.deepEqual(await find({ text: twice }), [103]);
      assert.equal(await search.count({ ...ANY, text: twice }), 1);
    });

    it('find moments between two, themselves not included', async () => {
      for (const [time, unit] of [
        ['issued', 1],
        ['expires', 10],
        ['updated', 1000],
      ] as const) {
        const between = (after?: number, before?: number) =>
          find({
            scope: { ...FEW_ONLY, endEntityProfileIds: undefined },
            times: { [time]: { after: after && after * unit, before: before && before * unit } },
          });
        const extra = time === 'updated' ? 50 : 0;
        assert.deepEqual(await between(100), [102, 103, 104], time);
        assert.deepEqual(await between(undefined, 300 + extra), [101, 102], time);
        assert.deepEqual(await between(100, 400), [102, 103], time);
        assert.deepEqual(await between(400), [], time);
      }
      assert.deepEqual(await find({ scope: FEW_ONLY, times: { revoked: { after: 349, before: undefined } } }), [103]);
      assert.deepEqual(await find({ scope: FEW_ONLY, times: { revoked: { after: 350, before: undefined } } }), []);
    });

    it('narrow down the revoked by reason, and no others', async () => {
      assert.deepEqual(await find({ scope: FEW_ONLY, revocationReasons: [4] }), [101, 102, 103, 104]);
      assert.deepEqual(await find({ scope: FEW_ONLY, revocationReasons: [1] }), [101, 102, 104]);
      assert.deepEqual(await find({ scope: { ...FEW_ONLY, statuses: [40] }, revocationReasons: [1] }), []);
    });

    it('come in the order that is asked for', async () => {
      const sorted = (by: CertificateOrder['by'], descending = false, ids?: number[]) =>
        find({ scope: FEW_ONLY }, { order: { by, descending, ids } });
      assert.deepEqual(await sorted('username', true), [104, 103, 102, 101]);
      assert.deepEqual(await sorted('subjectDn'), [103, 101, 102, 104]);
      assert.deepEqual(await sorted('accountBindingId', true), [104, 103, 102, 101]);
      assert.deepEqual(await sorted('status'), [101, 102, 104, 103]);
      assert.deepEqual(await sorted('type'), [101, 102, 103, 104]);
      assert.deepEqual(await sorted('issued', true), [104, 103, 102, 101]);
      assert.deepEqual(await sorted('expires'), [101, 102, 103, 104]);
      assert.deepEqual(await sorted('updated', true), [104, 103, 102, 101]);
      assert.deepEqual(await sorted('revoked', true), [103, 104, 102, 101]);
      assert.deepEqual(await sorted('caId', false, [2, 1]), [103, 104, 101, 102]);
      assert.deepEqual(await sorted('endEntityProfileId', true, [12, 11]), [103, 101, 104, 102]);
      assert.deepEqual(await sorted('certificateProfileId', false, [22, 21]), [102, 103, 101, 104]);
    });

    it('answer every combination as a look at every row does, over all pages', async () => {
      const random = randomOf(7);
      const pick = <T>(...values: readonly T[]): T => values[random(values.length)]!;
      const number = () => pick(undefined, random(MANY.length));
      for (let round = 0; round < 160; round++) {
        const some = (...values: number[]) =>
          pick(undefined, undefined, values.filter(() => random(2) === 0).concat(values[0]!));
        const texts = [
          undefined,
          undefined,
          text('EQUAL', [pick('username', 'subjectDn')], `user-${random(3)}${random(9)}`, `CN=User ${random(300)}`),
          text(
            'BEGINS_WITH',
            [pick('username', 'subjectDn', 'subjectAltName')],
            pick('user-1', 'CN=User 1', 'dNSName=host-4', 'CN=User 22'),
          ),
          text('BEGINS_WITH', ['username', 'subjectDn', 'subjectAltName'], pick('user-1', 'CN=User', 'dNSName=host-4')),
          text('LIKE', ['username', 'subjectDn', 'subjectAltName'], pick('R-1', '99', 'host-3', 'ser 299', 'ST-44.')),
          text('LIKE', [pick('username', 'subjectDn', 'accountBindingId')], pick('r-123', 'user 1', 'USER 7', 'count')),
        ];
        const query: CertificateQuery = {
          scope: {
            caIds: some(3, 4),
            endEntityProfileIds: some(13, 14, 15),
            certificateProfileIds: some(23, 24),
            statuses: some(20, 21, 40),
          },
          revocationReasons: some(1, 4, 5),
          text: pick(...texts),
          times: Object.fromEntries(
            (['issued', 'expires', 'revoked', 'updated'] as const).flatMap((time) =>
              random(3) === 0
                ? [
                    [
                      time,
                      pick(
                        { after: number(), before: random(MANY.length) },
                        { after: random(9000), before: undefined },
                      ),
                    ],
                  ]
                : [],
            ),
          ),
        };
        const order: CertificateOrder = {
          by: pick(
            'id',
            'username',
            'subjectDn',
            'status',
            'issued',
            'expires',
            'updated',
            'revoked',
            'caId',
            'accountBindingId',
          ),
          descending: pick(true, false),
          ids: undefined,
        };
        const expected = MANY.filter((one) => fits(one, query)).toSorted((a, b) => compareRows(a, b, order));
        const named = JSON.stringify({ query, order });
        if (query.scope.caIds === undefined) continue;
        assert.equal(await search.count(query), expected.length, named);
        const size = pick(1, 7, 100, 500);
        const page = random(Math.min(20, Math.ceil(expected.length / size) + 1));
        const at = page * size;
        const ids = expected.slice(at, at + size).map(({ id }) => id);
        assert.deepEqual(await find(query, { order, offset: at, limit: size }), ids, named);
        // The same page from where the one before it ended.
        if (page === 0) continue;
        const { end } = await search.search(query, { order, after: undefined, offset: at - size, limit: size });
        // The end of a page that is full; one that is not has none, since others may come onto it.
        assert.equal(end !== undefined, expected.length >= at, named);
        if (end !== undefined)
          assert.deepEqual(await find(query, { order, after: end, offset: 0, limit: size }), ids, named);
      }
    });

    it('give deep pages of one piece of an index, and of many', async () => {
      for (const caIds of [[3], [3, 4]]) {
        const scope = { ...EVERYTHING, caIds };
        const all = MANY.filter((one) => caIds.includes(one.ca_id));
        for (const offset of [all.length - 3, all.length, all.length * 1000])
          assert.deepEqual(
            await find({ scope }, { offset, limit: 10 }),
            all.slice(offset, offset + 10).map(({ id }) => id),
          );
      }
    });

    it('give deep pages in the order of a moment, and leave all behind that come before', async () => {
      for (const by of ['id', 'issued', 'expires', 'updated'] as const)
        for (const descending of [false, true]) {
          const order = { by, descending, ids: undefined };
          const all = MANY.toSorted((a, b) => compareRows(a, b, order)).map(({ id }) => id);
          for (const offset of [2001, 6000, 11_500, 11_995, 12_000, 50_000]) {
            const scope = { ...EVERYTHING, caIds: [3, 4] };
            const named = JSON.stringify({ order, offset });
            assert.deepEqual(
              await find({ scope }, { order, offset, limit: 10 }),
              all.slice(offset, offset + 10),
              named,
            );
          }
        }
    });

    it('look at nothing but pieces of an index for a deep page', async () => {
      for (const by of ['id', 'expires'] as const) {
        const plans = await plansOf(ANY, { ...FIRST, order: { ...FIRST.order, by }, offset: 9000 });
        for (const plan of plans.filter(isOfCertificates)) {
          assert.match(plan, /certificate_(?:scope|expiry)|certificate_pkey|PRIMARY KEY/);
          assert.doesNotMatch(plan, READS_ROWS);
        }
        // Hundreds of statements would take long where each is sent to a server.
        assert.ok(plans.length < 60, `${plans.length} statements`);
      }
    });

    it('count what no index answers along the rows, for callers who see all of them, and along pieces for others', async () => {
      const two = text('LIKE', ['username'], 'r-');
      for (const [scope, condition, isAlong] of [
        [EVERYTHING, sql`true`, true],
        [{ ...EVERYTHING, statuses: [20, 40] }, sql`status in (20, 40)`, true],
        [{ ...EVERYTHING, statuses: [40] }, sql`status = 40`, false],
        [{ ...EVERYTHING, caIds: [3, 4] }, sql`ca_id in (3, 4)`, false],
        [{ ...EVERYTHING, endEntityProfileIds: [13] }, sql`end_entity_profile_id = 13`, false],
      ] as const) {
        const query = { ...ANY, scope, text: two };
        const [row] = await database.runStatement(
          sql<{ n: number }>`select count(*) as n from certificate where lower(username) like '%r-%' and ${condition}`,
        );
        assert.ok(row!.n > 0);
        assert.equal(await search.count(query), row!.n, JSON.stringify(scope));
        assert.equal(
          (await plansOf(query)).some((plan) => ALONG_ROWS.test(plan)),
          isAlong,
          JSON.stringify(scope),
        );
      }
    });

    it('count what expires in its index alone, whatever the statuses and certificate profiles', async () => {
      for (const [scope, condition] of [
        [{ ...EVERYTHING, statuses: [20] }, sql`status = 20`],
        [{ ...EVERYTHING, caIds: [3, 4], statuses: [20, 40] }, sql`ca_id in (3, 4) and status in (20, 40)`],
        [{ ...EVERYTHING, certificateProfileIds: [24] }, sql`certificate_profile_id = 24`],
      ] as const) {
        const query = { ...ANY, scope, times: { expires: { after: 0, before: 2000 } } };
        const [row] = await database.runStatement(
          sql<{
            n: number;
          }>`select count(*) as n from certificate where not_after_s > 0 and not_after_s < 2000 and ${condition}`,
        );
        assert.equal(await search.count(query), row!.n, JSON.stringify(scope));
        assert.ok(row!.n > 0, JSON.stringify(scope));
        const plans = (await plansOf(query)).filter((plan) => plan.includes('certificate_expiry'));
        assert.ok(plans.length > 0);
        for (const plan of plans) assert.match(plan, /COVERING INDEX certificate_expiry|Index (?:Only )?Scan/);
      }
    });

    it('find what most have along the rows, for callers who see all of them', async () => {
      const query = { text: text('BEGINS_WITH', ['username'], 'user-') };
      for (const descending of [false, true]) {
        const rows = await database.runStatement(
          sql<{
            id: number;
          }>`select id from certificate where username like 'user-%' order by id ${sql.raw(descending ? 'desc' : 'asc')}`,
        );
        const ids = rows.map(({ id }) => id);
        const order = { ...FIRST.order, descending };
        for (const offset of [0, 4000, ids.length - 5, ids.length]) {
          const some = await find(query, { order, offset, limit: 10 });
          assert.deepEqual(some, ids.slice(offset, offset + 10), `${offset} ${descending}`);
        }
        const { end } = await search.search({ ...ANY, ...query }, { ...FIRST, order, limit: 10 });
        assert.deepEqual(await find(query, { order, after: end, limit: 10 }), ids.slice(10, 20));
      }
      const plans = await plansOf({ ...ANY, ...query }, FIRST);
      assert.ok(
        plans.some((plan) => ALONG_ROWS.test(plan)),
        plans.join('\n'),
      );
    });

    it('find what a thousand and more have in them page by page, each once, though some wait for the index as well', async () => {
      const rows = await database.runStatement(
        sql<{ id: number }>`select id from certificate where username like '%ser-1%' order by id`,
      );
      const ids = rows.map(({ id }) => id);
      assert.ok(ids.length > 1000);
      const twice = [0, 1, 10, 500, ids.length - 1].map((at) => sql`(${sql.lit(ids[at]!)})`);
      await database.runStatement(sql`insert into certificate_text_pending (id) values ${sql.join(twice)}`);
      const query = { text: text('LIKE', ['username'], 'SER-1') };
      for (const descending of [false, true]) {
        const expected = descending ? ids.toReversed() : ids;
        const order = { ...FIRST.order, descending };
        const found: number[] = [];
        let after: CertificatePosition | undefined;
        do {
          const { certificates, end } = await search.search(
            { ...ANY, ...query },
            { order, after, offset: 0, limit: 150 },
          );
          found.push(...certificates.map(({ serial }) => idOf(serial)));
          after = end;
        } while (after !== undefined);
        assert.deepEqual(found, expected);
        assert.deepEqual(await find(query, { order, offset: 1000, limit: 5 }), expected.slice(1000, 1005));
      }
      assert.equal(await search.count({ ...ANY, ...query }), ids.length);
      const pages = (await plansOf({ ...ANY, ...query }, FIRST)).filter((plan) =>
        plan.includes('certificate_text_page'),
      );
      assert.ok(pages.length > 2);
      for (const plan of pages) assert.match(plan, /PRIMARY KEY|certificate_text_page_pkey/);
    });

    it('go on among many that have the same key', async () => {
      const same = Array.from({ length: 11_000 }, (_, n) =>
        row({ id: 20_000 + n, ca_id: 7, not_after_s: 77, username: `tie-${n}`, subject_dn: 'CN=tie' }),
      );
      await insert(same);
      const scope = { ...EVERYTHING, caIds: [7] };
      for (const by of ['expires', 'subjectDn'] as const)
        for (const descending of [false, true])
          for (const query of [{ scope }, { scope, text: text('LIKE', ['username'], 'tie') }]) {
            const ids = (descending ? same.toReversed() : same).slice(10_990).map(({ id }) => id);
            const order = { by, descending, ids: undefined };
            assert.deepEqual(await find(query, { order, offset: 10_990, limit: 100 }), ids, by);
          }
    });

    it('give deep pages where the keys stand in blocks far from each other', async () => {
      const blocks = Array.from({ length: 6000 }, (_, n) => {
        const key = 1_000_000_000 * (1 + Math.floor(n / 1500)) + (n % 1500);
        return row({ id: key, ca_id: 8, not_before_s: key, not_after_s: key, username: `block-${n}` });
      });
      await insert(blocks);
      const everything = await database.runStatement(sql<{ id: number }>`select id from certificate order by id`);
      const ids = (rows: readonly { readonly id: number }[], descending: boolean) =>
        (descending ? rows.toReversed() : rows).map(({ id }) => id);
      for (const descending of [false, true])
        for (const offset of [2001, 2990, 3500, 4499, 5990]) {
          const scope = { ...EVERYTHING, caIds: [8] };
          for (const by of ['id', 'issued', 'expires'] as const) {
            const found = await find({ scope }, { order: { by, descending, ids: undefined }, offset, limit: 10 });
            assert.deepEqual(
              found,
              ids(blocks, descending).slice(offset, offset + 10),
              `${by} ${offset} ${descending}`,
            );
          }
          const found = await find(ANY, { order: { ...FIRST.order, descending }, offset, limit: 10 });
          assert.deepEqual(found, ids(everything, descending).slice(offset, offset + 10), `${offset} ${descending}`);
        }
    });

    it('find the few that have a text among thousands of other CAs and end entity profiles, and look at hardly a row of these', async () => {
      const others = Array.from({ length: 4000 }, (_, n) =>
        row({
          id: 5_000_000 + n,
          ca_id: n % 2 === 0 ? 61 : 62,
          end_entity_profile_id: n % 2 === 0 ? 71 : 72,
          username: `crowd-${n}`,
        }),
      );
      const seen = [5_000_100, 5_004_000].map((id) =>
        row({ id, ca_id: 62, end_entity_profile_id: 71, username: `crowd-seen-${id}` }),
      );
      // So many that to read all that the caller sees takes longer.
      const silent = Array.from({ length: 1500 }, (_, n) =>
        row({ id: 5_010_000 + n, ca_id: 62, end_entity_profile_id: 71, username: `silent-${n}` }),
      );
      await insert([...others.filter(({ id }) => seen.every((one) => one.id !== id)), ...seen, ...silent]);
      const query = {
        ...ANY,
        scope: { ...EVERYTHING, caIds: [62, 63], endEntityProfileIds: [71, 73] },
        text: text('LIKE', ['username'], 'crowd-'),
      };
      const orders = (['id', 'type'] as const).flatMap((by) =>
        [false, true].map((descending) => ({ by, descending, ids: undefined })),
      );
      const check = async () => {
        for (const order of orders) {
          const found = seen.toSorted((a, b) => compareRows(a, b, order)).map(({ id }) => id);
          assert.deepEqual(await find(query, { order }), found);
        }
        assert.equal(await search.count(query), seen.length);
      };
      await indexTexts(database);
      await check();
      for (const page of [...orders.map((order) => ({ ...FIRST, order })), undefined]) {
        const looks = (await plansOf(query, page)).filter((plan) => OF_ROWS.test(plan));
        assert.ok(looks.length <= 4, `${page?.order.by} ${looks.length}`);
      }
      // As an earlier release has written it.
      await withoutScopes(database);
      await check();
    });

    it('find what half of hundreds of end entity profiles, or one, have at no more cost for each of the others', async (t) => {
      const profiles = Array.from({ length: 400 }, (_, n) => 1000 + n);
      const throng = Array.from({ length: 6000 }, (_, n) =>
        row({ id: 6_000_000 + n, ca_id: 64, end_entity_profile_id: profiles[n % 400]!, username: `throng-${n}` }),
      );
      await insert(throng);
      await indexTexts(database);
      const filter = t.mock.method(Uint32Array.prototype, 'filter');
      const order = { by: 'type', descending: true, ids: undefined } as const;
      for (const [visible, passes] of [
        [profiles.filter((profile) => profile % 2 === 0), [1, 2]],
        [profiles.slice(7, 8), [0]],
      ] as const) {
        const query = {
          ...ANY,
          scope: { ...EVERYTHING, endEntityProfileIds: visible },
          text: text('LIKE', ['username'], 'throng-'),
        };
        const fitting = throng.filter((one) => visible.includes(one.end_entity_profile_id));
        const found = fitting.toSorted((a, b) => compareRows(a, b, order)).map(({ id }) => id);
        assert.deepEqual(await find(query, { order }), found.slice(0, 10));
        assert.equal(await search.count(query), fitting.length);
        for (const page of [{ ...FIRST, order }, undefined]) {
          filter.mock.resetCalls();
          await plansOf(query, page);
          // Passes over the places of many candidates.
          const made = filter.mock.calls.filter(({ this: places }) => (places as Uint32Array).length > 1000).length;
          assert.ok((passes as readonly number[]).includes(made), `${visible.length} ${page?.order.by} ${made}`);
        }
      }
    });

    it('take hardly more statements for a thousand end entity profiles than for one, and read no row twice', async () => {
      const profiles = Array.from({ length: 1200 }, (_, n) => 2000 + n);
      const visible = profiles.slice(100, 1100);
      const rows = Array.from({ length: 4 * profiles.length }, (_, n) =>
        row({
          id: 7_000_000 + n,
          ca_id: 66,
          end_entity_profile_id: profiles[n % profiles.length]!,
          username: `spread-${n}`,
          not_after_s: n,
        }),
      );
      await insert(rows);
      await indexTexts(database);
      // One statement for each profile costs SQLite little.
      const mostStatements = 60 + (database.dialect === 'sqlite' ? 2 * visible.length : 0);
      const mostRows = 6 * visible.length + 200;
      for (const [name, query, order, offset] of SPREAD) {
        const whole = { ...ANY, ...query, scope: { ...EVERYTHING, caIds: [66], endEntityProfileIds: visible } };
        const page = { ...FIRST, order: { ...FIRST.order, ...order }, offset };
        const fitting = rows.filter((one) => fits(one, whole)).toSorted((a, b) => compareRows(a, b, page.order));
        const found = fitting.slice(offset, offset + page.limit).map(({ id }) => id);
        assert.deepEqual(await find(whole, page), found, name);
        assert.equal(await search.count(whole), fitting.length, name);
        for (const numbers of [await rowsOf(whole, page), await rowsOf(whole)]) {
          const read = numbers.reduce((sum, number) => sum + number, 0);
          const isFew = numbers.length <= mostStatements && read <= mostRows;
          assert.ok(isFew, `${name}: ${read} rows by ${numbers.length} statements`);
        }
      }
    });

    it('end when their time is over', async () => {
      const impatient = new SqlCertificateSearch(database.readers, 0);
      await assert.rejects(impatient.count({ ...ANY, text: text('LIKE', ['subjectDn'], 'zz') }), {
        code: 'ra.search_timeout',
      });
    });

    it('end when nobody waits for them any more', async () => {
      const gone = new Error('gone');
      const one = { ...ANY, text: text('LIKE', ['subjectDn'], 'zz') };
      await assert.rejects(search.count(one, AbortSignal.abort(gone)), gone);
      const leaving = new AbortController();
      const counted = search.count(one, leaving.signal);
      leaving.abort(gone);
      await assert.rejects(counted, gone);
    });

    for (const [criterion, query, order] of CRITERIA)
      it(`look at nothing but pieces of an index for ${criterion}`, async () => {
        const whole = { ...ANY, ...query };
        for (const page of [{ ...FIRST, order: { ...FIRST.order, ...order } }, undefined]) {
          const plans = await plansOf(whole, page);
          const ofCertificates = plans.filter(isOfCertificates);
          // The counts alone may answer a count, but no page.
          assert.ok(page === undefined ? plans.length > 0 : ofCertificates.length > 0);
          for (const plan of ofCertificates) {
            assert.match(
              plan,
              /certificate_text_|certificate_(?:scope|expiry|start|update|revocation|username|subject|alternative_name|binding|serial|revoked|pkey)|PRIMARY KEY|Values Scan/,
            );
            assert.doesNotMatch(plan, READS_ROWS);
          }
        }
      });
  });
}

/** Tells whether a plan reads more than the counts, and what waits to be counted: both name no certificate. */
function isOfCertificates(plan: string): boolean {
  return !/certificate_(?:count|text_pending)/.test(plan);
}

/** Indexes all that waits, but for the few that are not worth a segment. */
async function indexTexts(database: Database): Promise<void> {
  const index = new SqlCertificateTextIndex(database);
  while (await index.step(new AbortController().signal));
}

/** Takes the lists of CAs and end entity profiles out of the index of texts. */
async function withoutScopes(database: Database): Promise<void> {
  const { rows } = await sql<TextPage>`select id as key, data from certificate_text_page order by id`.execute(
    database.kysely,
  );
  const scopes = (['ca_id', 'end_entity_profile_id'] as const).map(scopeGrams);
  for (const page of rows) {
    const segment = Math.floor(page.key / firstKey(1));
    if (page.key >= gramKey(segment, GRAMS_END)) continue;
    const entries = [...entriesOf(page)];
    const left = entries.filter(({ gram }) => scopes.every(({ first, end }) => gram < first || gram >= end));
    if (left.length === entries.length) continue;
    const writer = new PageWriter(segment);
    for (const { gram, postings } of left) writer.add(gram, postings);
    await database.runStatement(sql`delete from certificate_text_page where id = ${page.key}`);
    for (const { key, data } of writer.finish())
      await database.runStatement(sql`insert into certificate_text_page (id, data) values (${key}, ${data})`);
  }
}

type Row = ReturnType<typeof row>;
type Rows = Record<string, unknown>[];

function row(values: Partial<typeof ROW> & { readonly id: number }) {
  return { ...ROW, serial: Uint8Array.fromHex(serialOf(values.id)), ...values };
}

function text(
  operation: CertificateTextCriterion['operation'],
  members: readonly CertificateTextMember[],
  ...values: readonly string[]
): CertificateTextCriterion {
  return { operation, members, values, serialNumbers: [] };
}

function idOf(serial: Uint8Array): number {
  return Number.parseInt(serial.toHex().slice(2), 16);
}

/** The definition of what a search finds. */
function fits(one: Row, { scope, revocationReasons, text: wanted, times }: CertificateQuery): boolean {
  const within = (value: number, values: readonly number[] | undefined) => values?.includes(value) !== false;
  const columns = {
    issued: one.not_before_s,
    expires: one.not_after_s,
    revoked: one.revoked_at_s,
    updated: one.updated_ms,
  };
  return (
    within(one.ca_id, scope.caIds) &&
    within(one.end_entity_profile_id, scope.endEntityProfileIds) &&
    within(one.certificate_profile_id, scope.certificateProfileIds) &&
    within(one.status, scope.statuses) &&
    (one.revocation_reason === -1 || within(one.revocation_reason, revocationReasons)) &&
    Object.entries(times).every(([time, { after: from, before: to }]) => {
      const value = columns[time as keyof typeof columns];
      if (value === null) return false;
      return (from === undefined || value > from) && (to === undefined || value < to);
    }) &&
    (wanted === undefined ||
      wanted.members.some((member) => wanted.values.some((value) => hasText(one, member, wanted.operation, value))))
  );
}

function hasText(
  one: Row,
  member: CertificateTextMember,
  operation: CertificateTextCriterion['operation'],
  value: string,
): boolean {
  const member_ = {
    username: one.username,
    subjectDn: one.subject_dn,
    subjectAltName: one.subject_alt_name,
    accountBindingId: one.account_binding_id,
    serialNumber: '',
  }[member];
  if (member_ === null) return false;
  if (operation === 'BEGINS_WITH') return member_.startsWith(value);
  const fold = (given: string) => (member === 'subjectAltName' ? given : given.toLowerCase());
  return operation === 'EQUAL' ? fold(member_) === fold(value) : fold(member_).includes(fold(value));
}

function compareRows(a: Row, b: Row, { by, descending }: CertificateOrder): number {
  const keyOf = (one: Row) =>
    ({
      id: one.id,
      username: (one.username ?? '').toLowerCase(),
      subjectDn: one.subject_dn.toLowerCase(),
      accountBindingId: (one.account_binding_id ?? '').toLowerCase(),
      caId: one.ca_id,
      certificateProfileId: one.certificate_profile_id,
      endEntityProfileId: one.end_entity_profile_id,
      status: one.status,
      type: one.type,
      issued: one.not_before_s,
      expires: one.not_after_s,
      revoked: one.revoked_at_s ?? -1,
      updated: one.updated_ms,
    })[by];
  const [first, second] = [keyOf(a), keyOf(b)];
  const order = first === second ? a.id - b.id : first < second ? -1 : 1;
  return descending ? -order : order;
}

/** Numbers that are the same in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

const ROW = {
  ca_id: 1,
  der: Uint8Array.of(48, 3),
  sha1: Uint8Array.of(1),
  ca_sha1: Uint8Array.of(2),
  subject_dn: '',
  subject_alt_name: null as string | null,
  subject_key_id: Uint8Array.of(3),
  username: null as string | null,
  certificate_profile_id: 21,
  end_entity_profile_id: 11,
  type: 1,
  status: 20,
  not_before_s: 0,
  not_after_s: 0,
  revocation_reason: -1,
  revoked_at_s: null as number | null,
  invalidity_s: null as number | null,
  crl_partition: 5,
  account_binding_id: null as string | null,
  updated_ms: 0,
  serial: new Uint8Array(),
};
const EVERYTHING: CertificateScope = {
  caIds: undefined,
  endEntityProfileIds: undefined,
  certificateProfileIds: undefined,
  statuses: undefined,
};
const FEW_ONLY: CertificateScope = { ...EVERYTHING, caIds: [1, 2] };
const ANY: CertificateQuery = { scope: EVERYTHING, revocationReasons: undefined, text: undefined, times: {} };
const FIRST: CertificatePage = {
  order: { by: 'id', descending: false, ids: undefined },
  after: undefined,
  offset: 0,
  limit: 10,
};
/** A look at rows by their ids. */
const OF_ROWS = /certificate USING INTEGER PRIMARY KEY|certificate_pkey on certificate/;
/** A plan that reads or sorts certificates beyond what is found. */
const READS_ROWS = /SCAN certificate"|USE TEMP B-TREE|Seq Scan on certificate(?!_)|Sort Key/;
/** Plans that read rows in the order of their ids. */
const ALONG_ROWS = /PRIMARY KEY \(rowid>\? AND rowid<\?\)|certificate_pkey on certificate .*id >=? .*id <= /;
const FEW: readonly Row[] = [
  row({
    id: 101,
    username: 'Alice',
    subject_dn: 'CN=Alice,O=Test',
    subject_alt_name: 'dNSName=a.example',
    not_before_s: 100,
    not_after_s: 1000,
    updated_ms: 100_000,
  }),
  row({
    id: 102,
    end_entity_profile_id: 12,
    certificate_profile_id: 22,
    username: 'bob',
    subject_dn: 'CN=Bob,O=Test',
    not_before_s: 200,
    not_after_s: 2000,
    updated_ms: 200_000,
  }),
  row({
    id: 103,
    ca_id: 2,
    certificate_profile_id: 22,
    username: 'carol',
    subject_dn: 'carol',
    status: 40,
    not_before_s: 300,
    not_after_s: 3000,
    revocation_reason: 4,
    revoked_at_s: 350,
    invalidity_s: 340,
    updated_ms: 350_000,
  }),
  row({
    id: 104,
    ca_id: 2,
    end_entity_profile_id: 12,
    username: 'dave',
    subject_dn: `CN=${'l'.repeat(300)}ong`,
    subject_alt_name: 'uniformResourceIdentifier=https://a/%20',
    account_binding_id: 'Binding-1',
    not_before_s: 400,
    not_after_s: 4000,
    updated_ms: 400_000,
  }),
];
/** More than are collected at once, and than one step looks at. */
const MANY: readonly Row[] = Array.from({ length: 12_000 }, (_, n) => {
  const revoked = n % 11 === 0;
  return row({
    id: 1000 + n,
    ca_id: n % 10 === 0 ? 4 : 3,
    end_entity_profile_id: 13 + (n % 3),
    certificate_profile_id: n % 100 === 7 ? 24 : 23,
    username: n % 50 === 0 ? null : `user-${n}`,
    subject_dn: `CN=${n % 2 === 0 ? 'User' : 'user'} ${n % 3000}`,
    subject_alt_name: n % 4 === 0 ? `dNSName=host-${n}.example` : null,
    account_binding_id: n % 1000 === 1 ? `Account ${n}` : null,
    status: revoked ? 40 : n % 13 === 0 ? 21 : 20,
    revocation_reason: revoked ? [1, 4, 5][n % 3]! : -1,
    revoked_at_s: revoked ? 12_000 - n : null,
    not_before_s: n,
    not_after_s: (n * 7919) % 12_000,
    updated_ms: (n * 104_729) % 12_000,
  });
});
/** Searches over many end entity profiles, and how many certificates each leaves out. */
const SPREAD: readonly (readonly [string, Partial<CertificateQuery>, Partial<CertificateOrder>, number])[] = [
  ['everything', {}, {}, 0],
  ['everything by type', {}, { by: 'type' }, 0],
  ['one username', { text: text('EQUAL', ['username'], 'spread-1234') }, {}, 0],
  ['usernames in their order', { text: text('BEGINS_WITH', ['username'], 'spread-') }, { by: 'username' }, 0],
  ['what usernames contain', { text: text('LIKE', ['username'], 'spread-') }, {}, 0],
  ['what usernames contain, by type', { text: text('LIKE', ['username'], 'spread-') }, { by: 'type' }, 0],
  ['moments', { times: { expires: { after: 100, before: 4700 } } }, {}, 0],
  ['moments in their order', { times: { expires: { after: 100, before: 4700 } } }, { by: 'expires' }, 2500],
];
const CRITERIA: readonly (readonly [string, Partial<CertificateQuery>, Partial<CertificateOrder>?])[] = [
  ['everything', {}],
  ['a CA', { scope: { ...EVERYTHING, caIds: [1] } }],
  ['an end entity profile', { scope: { ...EVERYTHING, endEntityProfileIds: [12] } }],
  ['a certificate profile', { scope: { ...EVERYTHING, certificateProfileIds: [24] } }],
  ['a status', { scope: { ...EVERYTHING, statuses: [40] } }],
  ['reasons', { scope: { ...EVERYTHING, statuses: [40] }, revocationReasons: [1] }],
  ...(['issued', 'expires', 'revoked', 'updated'] as const).flatMap(
    (time) =>
      [
        [`${time} after`, { times: { [time]: { after: 11_000, before: undefined } } }],
        [`${time} before`, { times: { [time]: { after: undefined, before: 400 } } }],
        [`${time} between, in its order`, { times: { [time]: { after: 100, before: 11_900 } } }, { by: time }],
        [
          `${time} in descending order`,
          { times: { [time]: { after: 100, before: 11_900 } } },
          { by: time, descending: true },
        ],
      ] as const,
  ),
  ...(['username', 'subjectDn', 'subjectAltName', 'accountBindingId', 'serialNumber'] as const).flatMap(
    (member) =>
      [
        ...(member === 'serialNumber'
          ? []
          : [[`${member} that is a text`, { text: text('EQUAL', [member], 'user-1') }] as const]),
        [`${member} that begins with a text`, { text: text('BEGINS_WITH', [member], '5A1') }],
      ] as const,
  ),
  ['a serial number', { text: { ...text('EQUAL', []), serialNumbers: [Uint8Array.fromHex(serialOf(102))] } }],
  ...(['username', 'subjectDn', 'subjectAltName', 'accountBindingId', 'serialNumber'] as const).map(
    (member) => [`${member} that has a text in it`, { text: text('LIKE', [member], 'A1B2') }] as const,
  ),
  ['a text in another order', { text: text('LIKE', ['username'], 'ser-12') }, { by: 'type' }],
  [
    'a text in anything',
    {
      text: {
        ...text('LIKE', ['username', 'subjectDn', 'subjectAltName', 'accountBindingId'], 'abc'),
        serialNumbers: [Uint8Array.fromHex('0abc')],
      },
    },
  ],
  [
    'any text',
    {
      text: {
        ...text('EQUAL', ['username', 'subjectDn', 'subjectAltName', 'accountBindingId'], 'abc'),
        serialNumbers: [Uint8Array.fromHex('0abc')],
      },
    },
  ],
  ['the order of usernames', {}, { by: 'username' }],
  ['the order of subjects', {}, { by: 'subjectDn', descending: true }],
];
