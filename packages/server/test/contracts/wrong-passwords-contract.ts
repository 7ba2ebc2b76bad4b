/** Wrong passwords, counted on every kind of database for two processes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PasswordAttempts } from '../../src/modules/access/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { SqlWrongPasswords } from '../../src/storage/stores/keys/wrong-password-store.ts';
import { contractDefinitions } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const LIMITS = { wrongPasswordsPerUser: 5, wrongPasswordsPerAddress: 20, longestPasswordWaitSeconds: 300 };
const tooMany = { code: 'access.too_many_passwords' };

/** Defines the suite. */
export function describeWrongPasswords(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`wrong passwords, counted on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let databases: readonly Database[];
    let one: SqlWrongPasswords;
    let other: SqlWrongPasswords;
    before(async () => {
      temporary = await makeTemporary();
      const open = () =>
        openDatabase({ url: temporary.url, definitions: contractDefinitions, onBackgroundError: () => {} });
      databases = [await open(), await open()];
      [one, other] = databases.map((database) => new SqlWrongPasswords(database)) as [
        SqlWrongPasswords,
        SqlWrongPasswords,
      ];
    });
    after(async () => {
      for (const database of databases) await database.close();
      await temporary.remove();
    });

    it('are found and counted anew by whichever process comes first', async () => {
      assert.equal((await one.find(['a', 'b'])).counted.size, 0);
      const first = { amount: 1, atMs: 1000 };
      assert.equal(await one.replace('a', undefined, first), true);
      assert.equal(await other.replace('a', undefined, first), false);
      assert.deepEqual([...(await other.find(['a', 'b'])).counted], [['a', first]]);
      const second = { amount: 1.5, atMs: 2000 };
      assert.equal(await other.replace('a', first, second), true);
      assert.equal(await one.replace('a', first, { amount: 7, atMs: 1 }), false);
      assert.deepEqual([...(await one.find(['a'])).counted], [['a', second]]);
      await one.forget('a');
      assert.equal((await other.find(['a'])).counted.size, 0);
    });

    it('tell the time of the database', async () => {
      const [here, there] = [await one.find(['x']), await other.find(['x'])];
      assert.ok(Math.abs(there.nowMs - here.nowMs) < 60_000 && Math.abs(here.nowMs - Date.now()) < 60_000);
    });

    it('give two processes no more guesses than one', async () => {
      const processes = [one, other].map((store) => new PasswordAttempts(store, async () => LIMITS));
      const guess = async (at: number) => processes[at % 2]!.check('1/ALICE', '192.0.2.1', () => false);
      for (let at = 0; at < 5; at++) assert.equal(await guess(at), false);
      for (const at of [0, 1]) await assert.rejects(guess(at), tooMany);
    });

    it('let one of many guesses at once through when there were wrong ones before', async () => {
      const processes = [one, other].map((store) => new PasswordAttempts(store, async () => LIMITS));
      let seen = 0;
      const guess = async (at: number) =>
        processes[at % 2]!.check('1/BOB', '192.0.2.2', () => {
          seen += 1;
          return false;
        });
      for (let at = 0; at < 4; at++) await guess(at);
      const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => guess(at)));
      assert.equal(seen, 5);
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    });
  });
}
