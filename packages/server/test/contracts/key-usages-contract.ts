/** Counters of the usages of keys, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { KeyUsages, type KeyUsageStore } from '../../src/modules/signing/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { SqlKeyUsageStore } from '../../src/storage/stores/keys/key-usage-store.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';
import { eventually } from '../../../../test/eventually.ts';

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

    const stores = () => databases.map((database) => new SqlKeyUsageStore(database));
    const processes = () => stores().map(processWith);
    const takeAtOnce = async (
      usages: readonly KeyUsages[],
      key: TestKey,
      limit: number | undefined,
      times: number,
    ): Promise<readonly KeyUsage[]> => {
      const taking = Array.from({ length: times }, async (_, index) => usages[index % usages.length]!.take(key, limit));
      return (await Promise.all(taking)).filter((usage) => usage !== undefined);
    };
    const takeInTurn = async (usages: KeyUsages, key: TestKey, limit: number | undefined, times: number) => {
      let taken = 0;
      for (let asked = 0; asked < times; asked++) if ((await usages.take(key, limit)) !== undefined) taken++;
      return taken;
    };

    it('end at the limit, however many processes use the key at once', async () => {
      for (const limit of [0, 1, 10, 100]) {
        const [usages, key] = [processes(), freshKey()];
        assert.equal((await takeAtOnce(usages, key, limit, 150)).length, limit);
        for (const each of usages) assert.equal(await each.take(key, limit), undefined);
      }
    });

    it('are claimed until the limit', async () => {
      const [store] = stores();
      const key = randomBytes(32);
      const claimed: number[] = [];
      while (claimed.at(-1) !== 0) claimed.push(await store!.claim(key, 20, 8));
      assert.deepEqual(claimed, [8, 8, 4, 0]);
      assert.equal(await store!.claim(key, Number.MAX_SAFE_INTEGER, 1000), 1000);
      await store!.giveBack(key, 1001);
      assert.equal(await store!.claim(key, 20, 8), 1);
      assert.equal(await store!.claimed(key), 20);
      assert.equal(await store!.claimed(randomBytes(32)), 0);
      assert.equal(await store!.claim(randomBytes(32), 5, 8), 5);
    });

    it('go to somebody else when they came to nothing', async () => {
      const [one, other] = processes();
      const key = freshKey();
      const [first, second] = await takeAtOnce([one!], key, 2, 2);
      assert.equal(await one!.take(key, 2), undefined);
      second!.giveBack();
      assert.ok(await one!.take(key, 2));
      assert.equal(await one!.take(key, 2), undefined);
      first!.giveBack();
      assert.ok(await other!.take(key, 2));
      assert.equal(await other!.take(key, 2), undefined);
    });

    it('are given back by a process that ends, and lost by one that crashes', async () => {
      const [ending, other] = processes();
      const [store] = stores();
      const crashing = processWith({
        claim: (...claim) => store!.claim(...claim),
        claimed: (key) => store!.claimed(key),
        giveBack: async () => {},
      });
      for (const process of [ending!, crashing]) {
        const key = freshKey();
        assert.equal(await takeInTurn(process, key, undefined, 4), 4);
        await process.giveBack();
        const used = await other!.used(key);
        assert.ok(process === ending ? used === 4 : used > 4, `${used} usages`);
        assert.equal((await takeAtOnce([other!], key, 40, 50)).length, 40 - used);
      }
    });

    it('count for keys with a limit when they are used without one, and only then', async () => {
      const [one, other] = processes();
      for (const limited of [one!, other!]) {
        const key = freshKey();
        assert.equal(await takeInTurn(one!, key, undefined, 70), 70);
        assert.equal((await takeAtOnce([limited], key, 90, 50)).length, 20);
        assert.equal(await limited.take(key, 80), undefined);
        assert.ok(await one!.take(key, undefined));
        assert.equal((await takeAtOnce([one!, other!], key, 100, 50)).length, 9);
        assert.deepEqual([await one!.used(key), await other!.used(key)], [100, 100]);
      }
    });

    it('without a limit seldom wait, and are given back when they are not needed', async () => {
      const [store] = stores();
      let claims = 0;
      const one = processWith({
        claim: (...claim) => (claims++, store!.claim(...claim)),
        claimed: (key) => store!.claimed(key),
        giveBack: (...back) => store!.giveBack(...back),
      });
      const key = freshKey();
      assert.equal((await takeAtOnce([one], key, undefined, 200)).length, 200);
      assert.equal(await takeInTurn(one, key, undefined, 10_000), 10_000);
      assert.equal(await one.used(key), 10_200);
      // One for those at once, ten until blocks have 1,000, and ten of these; more on a machine that is busy.
      assert.ok(claims <= 100, `${claims} claims`);
      const claimed = () => store!.claimed(Uint8Array.fromHex(key.sha256Fingerprint));
      await eventually('what was not needed', async () => (await claimed()) === 10_200);
    });

    it('without a limit are counted once, whatever is given back and taken while some are claimed', async () => {
      const [store] = stores();
      let gate = Promise.withResolvers<void>();
      let arrival = Promise.withResolvers<void>();
      const one = processWith({
        claim: async (...claim) => {
          const claimed = await store!.claim(...claim);
          arrival.resolve();
          await gate.promise;
          return claimed;
        },
        claimed: (key) => store!.claimed(key),
        giveBack: (...back) => store!.giveBack(...back),
      });
      const key = freshKey();
      const first = one.take(key, undefined);
      gate.resolve();
      const kept = (await first)!;

      // Given back while others are claimed for waiting callers, and taken then.
      gate = Promise.withResolvers();
      arrival = Promise.withResolvers();
      const waiting = [one.take(key, undefined), one.take(key, undefined)];
      await arrival.promise;
      kept.giveBack();
      const third = one.take(key, undefined);
      gate.resolve();
      assert.ok((await Promise.all([...waiting, third])).every((usage) => usage !== undefined));
      assert.equal(await one.used(key), 3);

      gate = Promise.withResolvers();
      arrival = Promise.withResolvers();
      const fourth = one.take(key, undefined);
      await arrival.promise;
      (await third)!.giveBack();
      gate.resolve();
      await fourth;
      assert.equal(await one.used(key), 3);
      await one.giveBack();
      assert.equal((await takeAtOnce([one], key, 5, 5)).length, 2);
    });
  });
}

function processWith(usages: KeyUsageStore): KeyUsages {
  return new KeyUsages({ usages, onBackgroundError: (error) => assert.ifError(error) });
}

type KeyUsage = NonNullable<Awaited<ReturnType<KeyUsages['take']>>>;
type TestKey = Parameters<KeyUsages['take']>[0];

function freshKey(): TestKey {
  return { sha256Fingerprint: randomBytes(32).toString('hex') };
}
