import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { type Preparation, prepareDirectory } from './prepared-directory.ts';
import { copyInstallation } from './prepared-installation.ts';
import { withDatabase } from './server-database.ts';
import { TestServer } from '../test-server.ts';
import { atEnd } from '../../../../packages/server/test/at-end.ts';

const HOUR_MS = 3_600_000;

/** Prepares from one source file, and counts how often. */
function preparation(t: TestContext) {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-prepared-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const source = path.join(directory, 'source');
  writeFileSync(source, 'a');
  const cache = path.join(directory, 'cache');
  let made = 0;
  const make = async (at: string) => writeFileSync(path.join(at, 'made'), String(++made));
  const prepare = async (changes: Partial<Preparation> = {}) => {
    const prepared = await prepareDirectory({ name: 'x', make, cache, sources: [source], nowMs: 0, ...changes });
    return { prepared, made: Number(readFileSync(path.join(prepared, 'made'), 'utf8')) };
  };
  return { prepare, source, cache };
}

describe('a prepared directory', () => {
  it('is made once, for its owner alone', async (t) => {
    const { prepare } = preparation(t);
    const { prepared, made } = await prepare();
    assert.equal(made, 1);
    assert.deepEqual(await prepare({ nowMs: HOUR_MS - 1 }), { prepared, made });
    assert.equal(statSync(prepared).mode & 0o777, 0o700);
  });

  it('is made again for other sources, and for another name', async (t) => {
    const { prepare, source } = preparation(t);
    await prepare();
    writeFileSync(source, 'ab');
    assert.equal((await prepare()).made, 2);
    assert.equal((await prepare({ name: 'y' })).made, 3);
  });

  it('is made again after an hour, and removed when nobody copies it any more', async (t) => {
    const { prepare, cache } = preparation(t);
    const { prepared: first } = await prepare();
    const { prepared: second, made } = await prepare({ nowMs: HOUR_MS });
    assert.equal(made, 2);
    assert.deepEqual(readdirSync(cache).toSorted(), [first, second].map((each) => path.basename(each)).toSorted());
    const { prepared: third } = await prepare({ nowMs: 2 * HOUR_MS });
    assert.deepEqual(readdirSync(cache).toSorted(), [second, third].map((each) => path.basename(each)).toSorted());
  });

  it('is that of the first who is ready, when several make it at the same time', async (t) => {
    const { prepare, cache } = preparation(t);
    const gate = Promise.withResolvers<void>();
    const late = prepare({
      make: async (at) => {
        await gate.promise;
        writeFileSync(path.join(at, 'made'), '100');
      },
    });
    const { prepared } = await prepare();
    gate.resolve();
    assert.deepEqual(await late, { prepared, made: 1 });
    assert.deepEqual(readdirSync(cache), [path.basename(prepared)]);
  });

  it('leaves nothing when it cannot be made', async (t) => {
    const { prepare, cache } = preparation(t);
    await assert.rejects(prepare({ make: async () => Promise.reject(new RangeError('not today')) }), /not today/);
    assert.deepEqual(readdirSync(cache), []);
  });
});

describe('servers of tests', () => {
  it('have an installation of their own, copied with the permissions of its files', async (t) => {
    const servers = [await TestServer.start(t), await TestServer.start(t)] as const;
    const roles = servers.map((server) =>
      server.administer('/documents/ROLE/Mine', { body: { settings: { accessRules: {} } } }),
    );
    // The same name twice would be refused by one installation.
    assert.deepEqual(
      (await Promise.all(roles)).map(({ status }) => status),
      [201, 201],
    );
    for (const { home } of servers) {
      assert.equal(statSync(home).mode & 0o777, 0o700);
      assert.equal(statSync(path.join(home, 'admin/superadmin.key.pem')).mode & 0o777, 0o600);
    }
  });

  it('begin as after a first start: no service has run', async () => {
    const home = mkdtempSync(path.join(tmpdir(), 'sealwright-prepared-'));
    const database = await copyInstallation(home);
    try {
      const leases = withDatabase({ home, database: database?.url }, (opened) =>
        opened.prepare('SELECT name FROM service_lease').all(),
      );
      assert.deepEqual(
        leases.filter(({ name }) => String(name).startsWith('service ')),
        [],
      );
    } finally {
      await database?.remove();
      rmSync(home, { recursive: true });
    }
  });

  it('have an installation like no other after a first start of their own', async (t) => {
    const [copy, first] = [await TestServer.start(t), await TestServer.startFirst(t)];
    assert.deepEqual([copy.running.firstStart, first.running.firstStart], [false, true]);
    assert.notEqual(copy.caChain, first.caChain);
  });
});
