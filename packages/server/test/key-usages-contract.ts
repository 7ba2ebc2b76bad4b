/** Counters of the usages of keys, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { KeyUsages } from '../src/modules/signing/index.ts';
import type { Database } from '../src/storage/database.ts';
import { SqlKeyUsageStore } from '../src/storage/key-usage-store.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

/** Defines the suite. */
export function describeKeyUsages(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`usages of keys on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let databases: readonly Database[];
    before(async () => {
      temporary = await makeTemporary();
      const open = () =>
        openDatabase({ url: temporary.url, definitions: contractDefinitions, onBackgroundError: () => {} });
      databases = [await open(), await open()];
    });
    after(async () => {
      for (const database of databases) await database.close();
      await temporary.remove();
    });

    const processes = () => databases.map((database) => new KeyUsages(new SqlKeyUsageStore(database)));
    const takeAtOnce = async (usages: readonly KeyUsages[], key: TestKey, limit: number, times: number) => {
      const taking = Array.from({ length: times }, (_, index) => usages[index % usages.length]!.take(key, limit));
      return (await Promise.all(taking)).filter((usage) => usage !== undefined);
    };

    it('end at the limit, however many processes use the key at once', async () => {
      for (const limit of [0, 1, 10, 100]) {
        const [usages, key] = [processes(), freshKey()];
        const { length: atOnce } = await takeAtOnce(usages, key, limit, 150);
        assert.ok(atOnce <= limit, `${atOnce} of ${limit}`);
        // A process may have claimed what all of its callers together no longer asked for: it is there for the next one.
        let later = 0;
        for (const usage of usages) while ((await usage.take(key, limit)) !== undefined) later++;
        assert.equal(atOnce + later, limit);
      }
    });

    it('are claimed in blocks that get smaller towards the limit', async () => {
      const store = new SqlKeyUsageStore(databases[0]!);
      const key = randomBytes(32);
      const claimed: number[] = [];
      while (claimed.at(-1) !== 0) claimed.push(await store.claim(key, 50, 8));
      assert.deepEqual(claimed, [8, 8, 8, 7, 5, 4, 3, 2, 2, 1, 1, 1, 0]);
      assert.equal(await store.claim(key, Number.MAX_SAFE_INTEGER, 1000), 1000);
      await store.giveBack(key, 1001);
      assert.equal(await store.claim(key, 50, 8), 1);
      assert.equal(await store.claimed(key), 50);
      assert.equal(await store.claimed(randomBytes(32)), 0);
    });

    it('go to somebody else when they came to nothing', async () => {
      const [one] = processes();
      const key = freshKey();
      const [first, second] = await takeAtOnce([one!], key, 2, 2);
      assert.equal(await one!.take(key, 2), undefined);
      second!.giveBack();
      assert.ok(await one!.take(key, 2));
      assert.ok(first);
      assert.equal(await one!.take(key, 2), undefined);
    });

    it('are given back by a process that ends, and lost by one that crashes', async () => {
      const key = freshKey();
      const [ending, crashing] = processes();
      assert.ok(await ending!.take(key, 40));
      await ending!.giveBack();
      assert.ok(await crashing!.take(key, 40));
      // 1 was used; the first block had 10, a quarter of the remaining 39 rounded up.
      assert.equal((await takeAtOnce([ending!], key, 40, 40)).length, 40 - 1 - 10);
    });

    it('count what workers without a limit use, for those with one', async () => {
      const [one, other] = processes();
      const key = freshKey();
      assert.ok(await one!.take(key, undefined));
      assert.equal(await other!.take(key, 900), undefined);
      await one!.giveBack();
      assert.equal((await takeAtOnce([other!], key, 3, 4)).length, 2);
    });
  });
}

type TestKey = Parameters<KeyUsages['take']>[0];

function freshKey(): TestKey {
  return { sha256Fingerprint: randomBytes(32).toString('hex') };
}
