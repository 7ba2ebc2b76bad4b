import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it, mock } from 'node:test';
import type { Pool } from 'pg';
import { onServer, type TemporaryDatabase, temporaryPostgres } from '../../../test/temporary-database.ts';
import { DatabaseReadError } from '../engine/index.ts';
import type { ColumnValue, ParameterExpressions, PreparedRead, Reads } from '../sql/index.ts';
import { openPostgresPool, postgresReads } from './postgres-connection.ts';

describe('first rows that are asked for in one turn', () => {
  let temporary: TemporaryDatabase;
  let pool: Pool;
  let reads: Reads;
  let statements: number;
  let byName: PreparedRead<{ name: string }, { version: number; value: Uint8Array }>;

  before(async () => {
    temporary = await temporaryPostgres();
    await onServer(
      temporary.url,
      `CREATE TABLE installation_item (name text PRIMARY KEY, value bytea NOT NULL, version bigint NOT NULL);
       INSERT INTO installation_item SELECT 'n' || i, decode(lpad(to_hex(i), 2, '0'), 'hex'), i FROM generate_series(1, 200) AS i;`,
    );
  });
  beforeEach(() => {
    pool = openPostgresPool(temporary.url, { statementMs: 30_000, connectMs: 5000 }, 4);
    pool.on('error', () => {});
    statements = 0;
    const query = pool.query.bind(pool) as unknown as (statement: unknown) => Promise<unknown>;
    mock.method(pool, 'query', async (statement: unknown) => {
      statements++;
      return query(statement);
    });
    reads = postgresReads(pool);
    byName = reads.prepareRead(
      (kysely, given: ParameterExpressions<{ name: string }>) =>
        kysely.selectFrom('installation_item').select(['value', 'version']).where('name', '=', given.name),
      { isGathered: true },
    );
  });
  afterEach(() => pool.end());
  after(() => temporary.remove());

  it('are read by one statement, each as it is read alone', async () => {
    const names = ['n7', 'nobody', 'n3', 'n7', "n'); --"];
    const together = await Promise.all(names.map((name) => byName.first({ name })));
    assert.equal(statements, 1);
    const alone = [];
    for (const name of names) alone.push(await byName.first({ name }));
    assert.equal(statements, 1 + names.length);
    assert.deepEqual(together, alone);
    assert.deepEqual(together[0], { value: Uint8Array.of(7), version: 7 });
    assert.equal(together[1], undefined);
  });

  it('are read by the next statement when they are asked for after it was sent', async () => {
    const first = [byName.first({ name: 'n1' }), byName.first({ name: 'n2' })];
    await nextTurn();
    const second = [byName.first({ name: 'n3' }), byName.first({ name: 'n4' })];
    const rows = await Promise.all([...first, ...second]);
    assert.deepEqual(
      rows.map((row) => row?.version),
      [1, 2, 3, 4],
    );
    assert.equal(statements, 2);
  });

  it('are divided when there are many', async () => {
    const rows = await Promise.all(Array.from({ length: 150 }, (_, i) => byName.first({ name: `n${i + 1}` })));
    assert.deepEqual(
      rows.map((row) => row?.version),
      Array.from({ length: 150 }, (_, i) => i + 1),
    );
    assert.equal(statements, 3);
  });

  it('are the first in the order of the statement', async () => {
    const least = reads.prepareRead(
      (kysely, given: ParameterExpressions<{ above: number; most: number }>) =>
        kysely
          .selectFrom('installation_item')
          .select('name')
          .where('version', '>', given.above)
          .where('version', '<', given.most)
          .orderBy('version', 'desc'),
      { isGathered: true },
    );
    const asked = [10, 199, 50].map((above) => ({ above, most: above + 5 }));
    const rows = await Promise.all(asked.map((one) => least.first(one)));
    assert.deepEqual(rows, [{ name: 'n14' }, { name: 'n200' }, { name: 'n54' }]);
    assert.equal(statements, 1);
  });

  it('go by the types of their parameters, and alone where only the statement tells the type', async () => {
    const same = reads.prepareRead(
      (kysely, given: ParameterExpressions<{ value: ColumnValue }>) =>
        kysely
          .selectFrom('installation_item')
          .select((of) => of.cast<string>(of.val('x'), 'text').as('x'))
          .where((of) => of.or([of('name', '=', given.value as never), of(of.val('none'), '=', given.value as never)])),
      { isGathered: true },
    );
    const rows = await Promise.all(['n1', null, 'n2', null, 'none'].map((value) => same.first({ value })));
    assert.deepEqual(rows, [{ x: 'x' }, undefined, { x: 'x' }, undefined, { x: 'x' }]);
    assert.equal(statements, 3);
  });

  it('do not fail because of another one', async () => {
    const [good, bad, other] = await Promise.allSettled(['n1', 'n\u0000', 'n2'].map((name) => byName.first({ name })));
    assert.deepEqual(
      [good, other].map((one) => one?.status === 'fulfilled' && one.value?.version),
      [1, 2],
    );
    assert.ok(bad?.status === 'rejected' && bad.reason instanceof DatabaseReadError);
  });

  it('do not fail because of a row that another one finds', async () => {
    await onServer(temporary.url, `INSERT INTO installation_item VALUES ('large', '', ${2 ** 60})`);
    const [good, bad] = await Promise.allSettled(['n3', 'large'].map((name) => byName.first({ name })));
    assert.ok(good?.status === 'fulfilled' && good.value?.version === 3);
    assert.ok(bad?.status === 'rejected' && bad.reason instanceof RangeError);
  });

  it('go alone unless their statement says otherwise', async () => {
    const alone = reads.prepareRead((kysely, given: ParameterExpressions<{ name: string }>) =>
      kysely.selectFrom('installation_item').select('version').where('name', '=', given.name),
    );
    const rows = await Promise.all(['n3', 'n4'].map((name) => alone.first({ name })));
    assert.deepEqual(rows, [{ version: 3 }, { version: 4 }]);
    assert.equal(statements, 2);
  });

  it('all fail with the database', async () => {
    mock.method(pool, 'query', async () => {
      throw new Error('the connection is gone');
    });
    const settled = await Promise.allSettled(['n1', 'n2'].map((name) => byName.first({ name })));
    for (const one of settled) assert.ok(one.status === 'rejected' && one.reason instanceof DatabaseReadError);
  });

  it('see what was stored before they were asked for', async () => {
    await byName.first({ name: 'n1' });
    for (let version = 1000; version < 1010; version++) {
      await onServer(temporary.url, `UPDATE installation_item SET version = ${version} WHERE name IN ('n1', 'n2')`);
      const rows = await Promise.all(['n1', 'n2'].map((name) => byName.first({ name })));
      assert.deepEqual(
        rows.map((row) => row?.version),
        [version, version],
      );
    }
  });
});
