/** Attempts to open crypto tokens, counted on every kind of database for two processes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { WrongActivationCodeError } from '../../src/modules/crypto-tokens/index.ts';
import { SqlActivationAttemptStore } from '../../src/storage/stores/keys/activation-attempt-store.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { ActivationAttempts } from '../../src/tokens/key-host/activation-attempts.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const right = () => Promise.resolve('open');
const wrong = () => Promise.reject(new WrongActivationCodeError(1));
const wrongCode = { code: 'crypto_token.wrong_activation_code' };
const tooMany = { code: 'crypto_token.too_many_attempts', kind: 'rate-limited' };

/** Defines the suite. */
export function describeActivationAttempts(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`attempts to open a crypto token, counted on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let databases: readonly Database[];
    let locks = 0;
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

    /** Two processes and a lock, whose database has a clock that the test moves. */
    const fixture = () => {
      const lock = `lock ${++locks}`;
      const clock = { ms: 1_700_000_000_000 };
      const storeAt = (ms: number) =>
        databases.map((database) => new SqlActivationAttemptStore(database, sql<number>`CAST(${ms} AS bigint)`));
      const attempt = async (process: 0 | 1, code: () => Promise<string>) =>
        new ActivationAttempts(storeAt(clock.ms)[process]!).run(lock, 1, code);
      const processes = () => databases.map((each) => new ActivationAttempts(new SqlActivationAttemptStore(each)));
      const afterWrong = async (count: number) => {
        for (let n = 0; n < count; n++) {
          clock.ms += 1_000_000;
          await assert.rejects(attempt((n % 2) as 0 | 1, wrong), wrongCode);
        }
      };
      return { lock, clock, attempt, processes, afterWrong };
    };

    it('may be made at once after two wrong ones', async () => {
      const { attempt, afterWrong } = fixture();
      await afterWrong(2);
      assert.equal(await attempt(0, right), 'open');
    });

    for (const [count, seconds] of [
      [3, 1],
      [4, 2],
      [5, 4],
      [11, 256],
      [12, 300],
      [40, 300],
    ] as const) {
      it(`have to wait ${seconds} s after ${count} wrong ones in either process`, async () => {
        const { clock, attempt, afterWrong } = fixture();
        await afterWrong(count);
        await assert.rejects(attempt(0, right), { ...tooMany, retryAfterSeconds: seconds });
        clock.ms += seconds * 1000 - 1;
        await assert.rejects(attempt(1, right), { ...tooMany, retryAfterSeconds: 1 });
        clock.ms += 1;
        assert.equal(await attempt(1, right), 'open');
      });
    }

    it('forget the wrong ones after a right one', async () => {
      const { clock, attempt, afterWrong } = fixture();
      await afterWrong(5);
      clock.ms += 4000;
      await attempt(1, right);
      await assert.rejects(attempt(0, wrong), wrongCode);
      assert.equal(await attempt(0, right), 'open');
    });

    it('are forgotten for all locks with a prefix, and for no others', async () => {
      const store = new SqlActivationAttemptStore(databases[0]!, sql<number>`CAST(0 AS bigint)`);
      const later = new SqlActivationAttemptStore(databases[0]!, sql<number>`CAST(9000 AS bigint)`);
      const gone = ['kind_% 1 a', 'kind_% 1 b', 'kind_% 1 '];
      const kept = ['kind_% 12 a', 'kind_% 1', 'KIND_% 1 a', 'kindx% 1 a', 'kind_x 1 a', ' kind_% 1 a'];
      for (const lock of [...gone, ...kept]) for (let count = 0; count < 3; count++) await store.claim(lock);
      assert.equal(await later.forgetQuiet('kind_% 1 ', 1, 100), gone.length);
      for (const lock of gone) assert.equal((await store.claim(lock)).waitMs, 0, lock);
      for (const lock of kept) assert.equal((await store.claim(lock)).waitMs, 1000, lock);
    });

    it('are forgotten at locks with a prefix where nobody has tried for a while, some at a time', async () => {
      const at = (ms: number) => new SqlActivationAttemptStore(databases[0]!, sql<number>`CAST(${ms} AS bigint)`);
      const [quiet, other] = [['quiet a', 'quiet b', 'quiet c'], 'loud a'];
      for (const lock of [...quiet, other]) for (let count = 0; count < 3; count++) await at(1000).claim(lock);
      await at(3000).claim('quiet c');
      // The third wrong one costs a second, so a lock is quiet from 2000 on.
      assert.equal(await at(2500).forgetQuiet('quiet ', 500, 10), 0);
      assert.equal(await at(2501).forgetQuiet('quiet ', 500, 1), 1);
      assert.equal(await at(2501).forgetQuiet('quiet ', 500, 10), 1);
      assert.equal(await at(2501).forgetQuiet('quiet ', 500, 10), 0);
      const waits = await Promise.all([...quiet, other].map(async (lock) => (await at(1500).claim(lock)).waitMs));
      assert.deepEqual(waits, [0, 0, 3500, 500]);
    });

    it('are not forgotten as quiet when one was given back', async () => {
      const at = (ms: number) => new SqlActivationAttemptStore(databases[0]!, sql<number>`CAST(${ms} AS bigint)`);
      const [, second] = [await at(1000).claim('given back'), await at(1000).claim('given back')];
      await at(1000).giveBack('given back', second);
      assert.equal(await at(1400).forgetQuiet('given ', 500, 10), 0);
      assert.equal(await at(1501).forgetQuiet('given ', 500, 10), 1);
    });

    it('do not let other locks wait', async () => {
      const { clock, afterWrong } = fixture();
      await afterWrong(5);
      const other = fixture();
      other.clock.ms = clock.ms;
      assert.equal(await other.attempt(0, right), 'open');
    });

    it('count as many when they are made at the same time, in two processes', async () => {
      const { lock, processes } = fixture();
      const both = processes();
      let tried = 0;
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          both[index % 2]!.run(lock, index, () => {
            tried++;
            return wrong();
          }),
        ),
      );
      assert.equal(tried, 3);
      assert.ok(results.every(({ status }) => status === 'rejected'));
    });

    it('count while they last, so that a process that ends meanwhile has made them', async () => {
      const { lock, processes } = fixture();
      const [one, other] = processes();
      for (let n = 0; n < 2; n++) await assert.rejects(one!.run(lock, 1, wrong), wrongCode);
      const { promise, resolve } = Promise.withResolvers<string>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const third = one!.run(lock, 1, () => (begin(), promise));
      await begun;
      await assert.rejects(other!.run(lock, 1, right), tooMany);
      resolve('open');
      assert.equal(await third, 'open');
      assert.equal(await other!.run(lock, 1, right), 'open');
    });

    it('do not count when they say nothing of the code', async () => {
      const { lock, processes } = fixture();
      const [one] = processes();
      const broken = () => Promise.reject(new RangeError('no device'));
      for (let n = 0; n < 10; n++) await assert.rejects(one!.run(lock, 1, broken), RangeError);
      assert.equal(await one!.run(lock, 1, right), 'open');
    });

    it('that end late and say nothing of the code leave the wait after a wrong one of another process', async () => {
      const { clock, attempt, afterWrong } = fixture();
      await afterWrong(4);
      clock.ms += 2000;
      const { promise, reject } = Promise.withResolvers<string>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const slow = attempt(0, () => (begin(), promise));
      await begun;
      clock.ms += 4000;
      await assert.rejects(attempt(1, wrong), wrongCode);
      reject(new RangeError('no device'));
      await assert.rejects(slow, RangeError);
      await assert.rejects(attempt(1, right), { ...tooMany, retryAfterSeconds: 8 });
      clock.ms += 8000;
      assert.equal(await attempt(1, right), 'open');
    });

    it('with a stored code that was refused are not made by another process', async () => {
      const { lock, processes } = fixture();
      const [one, other] = processes();
      await assert.rejects(one!.runStored(lock, 1, 'first code', wrong), wrongCode);
      let tried = 0;
      const useStored = (storedCode: string) => other!.runStored(lock, 1, storedCode, async () => ++tried);
      await assert.rejects(useStored('first code'), wrongCode);
      assert.equal(tried, 0);
      assert.equal(await useStored('second code'), 1);
      // What is refused is told by the lock, and that is open.
      assert.equal(await useStored('first code'), 2);
    });

    it('with a stored code wait until others, who try the same one, are in', async () => {
      const { lock, processes } = fixture();
      const slow = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return 'open';
      };
      const many = [...processes(), ...processes(), ...processes()];
      const results = await Promise.all(many.map((each) => each.runStored(lock, 1, 'code', slow)));
      assert.deepEqual(new Set(results), new Set(['open']));
    });
  });
}
