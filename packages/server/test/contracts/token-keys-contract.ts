/** Rows of key pairs on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { cryptoTokenWrites, SqlCryptoTokenStore } from '../../src/storage/stores/keys/crypto-token-store.ts';
import { unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeTokenKeys(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`key pairs of crypto tokens on ${kind}`, () => {
    let database: Database;
    openForSuite(makeTemporary, cryptoTokenWrites, (opened) => {
      database = opened;
    });
    const keyPair = (id: number, alias: string, further: object = {}) =>
      ({
        op: 'crypto-token-key.insert',
        id,
        tokenId: 7,
        alias,
        algorithm: 'EC',
        specification: 'P-256',
        keyUsage: undefined,
        publicKey: Uint8Array.of(id, 1),
        protectedKey: Uint8Array.of(id, 2),
        createdMs: 1_900_000_000_000,
        ...further,
      }) as Write;

    it('say for which import they were made, and of others nothing', async () => {
      const origin = 'a'.repeat(64);
      await database.commit(unit([keyPair(1, 'of an import', { madeFor: origin }), keyPair(2, 'of somebody')]));
      const store = new SqlCryptoTokenStore(database);
      assert.equal((await store.findKeyPair(7, 'of an import'))!.madeFor, origin);
      assert.equal((await store.findKeyPair(7, 'of somebody'))!.madeFor, undefined);
      const listed = await store.listKeyPairs(7, '', 10);
      assert.deepEqual(
        listed.map(({ alias, madeFor }) => [alias, madeFor]),
        [
          ['of an import', origin],
          ['of somebody', undefined],
        ],
      );
    });

    it('keep who made them: the alias is not taken a second time for another import', async () => {
      const store = new SqlCryptoTokenStore(database);
      await database.commit(unit([keyPair(3, 'sign', { madeFor: 'one' })]));
      await assert.rejects(database.commit(unit([keyPair(4, 'sign', { madeFor: 'another' })])), {
        code: 'storage.conflict',
      });
      assert.equal((await store.findKeyPair(7, 'sign'))!.madeFor, 'one');
    });
  });
}
