/** Storing and finding of end entities, on every kind of database. */
import { serialNumberFromHex } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import {
  type ClaimKey,
  type ClaimName,
  type DeleteEndEntity,
  END_ENTITY_KIND,
  END_ENTITY_STATUS,
  type EndEntity,
  type InsertEndEntity,
  type KeepFormerId,
  TOKEN_TYPE,
  type UpdateEndEntity,
} from '../../src/modules/ra/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import {
  endEntityWriteDefinitions,
  SqlEndEntityStore,
} from '../../src/storage/stores/end-entities/end-entity-store.ts';
import { contractDefinitions, freshId, freshName, unit } from './contract-writes.ts';
import { endEntityOf } from '../end-entity-of.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeEndEntities(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`end entities on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let store: SqlEndEntityStore;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions.filter(({ op }) => op !== 'key.claim'), ...endEntityWriteDefinitions];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      store = new SqlEndEntityStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const commit = (...writes: Write[]) => database.commit(unit(writes));
    const insert = async (endEntity: EndEntity): Promise<EndEntity> => {
      const write: InsertEndEntity = { op: 'end-entity.insert', endEntity };
      await commit(write);
      return endEntity;
    };
    const update = (endEntity: EndEntity, expectedVersion: number) => {
      const write: UpdateEndEntity = { op: 'end-entity.update', endEntity, expectedVersion };
      return commit(write);
    };
    const remove = (endEntity: EndEntity) => {
      const deletion: DeleteEndEntity = { op: 'end-entity.delete', endEntity };
      const { username, id: endEntityId } = endEntity;
      const keeping: KeepFormerId = { op: 'end-entity.keep-former-id', username, endEntityId };
      return commit(deletion, keeping);
    };

    it('are found by their username as they were stored', async () => {
      const plain = await insert(endEntityOf());
      const full = await insert(fullEndEntity());
      assert.deepEqual(await store.findByUsername(plain.username), plain);
      assert.deepEqual(await store.findByUsername(full.username), full);
      assert.equal(await store.findByUsername(freshName()), undefined);
      assert.deepEqual(await store.findWithFormerId(full.username), { endEntity: full, formerId: undefined });
      assert.deepEqual(await store.findWithFormerId(freshName()), { endEntity: undefined, formerId: undefined });
    });

    it('have one of each username', async () => {
      const { username } = await insert(endEntityOf());
      await assert.rejects(insert(endEntityOf({ username })), { op: 'end-entity.insert', reason: 'exists' });
    });

    it('change as a whole, from the version that was read', async () => {
      const { id, createdMs, username } = await insert(endEntityOf());
      const changed = { ...fullEndEntity(), id, createdMs, username, version: 2 };
      await update(changed, 1);
      assert.deepEqual(await store.findByUsername(username), changed);
      await assert.rejects(update({ ...changed, version: 2 }, 1), { op: 'end-entity.update', reason: 'changed' });
    });

    it('are deleted once, in the version that was read', async () => {
      const endEntity = await insert(endEntityOf({ version: 5 }));
      await assert.rejects(remove({ ...endEntity, version: 4 }), { op: 'end-entity.delete', reason: 'changed' });
      await remove(endEntity);
      assert.equal(await store.findByUsername(endEntity.username), undefined);
      await assert.rejects(remove(endEntity), { op: 'end-entity.delete', reason: 'changed' });
    });

    it('have keys and subjects of their own at a CA', async () => {
      const { id: endEntityId } = await insert(endEntityOf());
      const hashes = [1, 2].map((octet) => new Uint8Array(32).fill(octet));
      const caId = freshId();
      const claims = ([publicKeySha256, subjectKey]: readonly Uint8Array[]): readonly [ClaimKey, ClaimName] => [
        { op: 'key.claim', caId, publicKeySha256: publicKeySha256!, endEntityId },
        { op: 'name.claim', caId, subjectKey: subjectKey!, endEntityId },
      ];
      await commit(...claims(hashes));
      for (const claim of claims(hashes)) {
        assert.equal(await store.findClaimant(claim), endEntityId);
        assert.equal(await store.findClaimant({ ...claim, caId: freshId() }), undefined);
      }
      for (const claim of claims(hashes.toReversed())) assert.equal(await store.findClaimant(claim), undefined);
    });

    it('leave their id to the next one of the username', async () => {
      const { username, id } = await insert(endEntityOf());
      assert.equal(await store.findFormerId(username), undefined);
      await remove(endEntityOf({ username, id }));
      assert.equal(await store.findFormerId(username), id);
      assert.deepEqual(await store.findWithFormerId(username), { endEntity: undefined, formerId: id });
      await remove(await insert(endEntityOf({ username, id })));
      assert.equal(await store.findFormerId(username), id);
    });
  });
}

function fullEndEntity(): EndEntity {
  return endEntityOf({
    caId: 11,
    certificateProfileId: 12,
    endEntityProfileId: 13,
    subjectDn: 'CN=J\u00f6rg,O=Test',
    subjectAltName: 'dNSName=a.example',
    email: 'user@example.com',
    status: END_ENTITY_STATUS.KEYRECOVERY,
    tokenType: TOKEN_TYPE.BCFKS,
    kind: END_ENTITY_KIND.endUser | END_ENTITY_KIND.keyRecoverable,
    passwordVerifier: 'verifier',
    sealedPassword: Uint8Array.of(1, 2, 3),
    extended: {
      extensionData: { '1.2.3': '0500' },
      customData: { notes: 'kept' },
      certificateSerialNumber: serialNumberFromHex('0123456789ABCDEF'),
      nameConstraintsPermitted: ['example.com'],
      nameConstraintsExcluded: ['10.0.0.0/8'],
      startTime: { kind: 'absolute', seconds: 1 },
      endTime: { kind: 'relative', seconds: 86_400 },
      requests: { allowed: 5, remaining: 2 },
      logins: { maximum: 3, remaining: 1 },
      keyStore: { algorithm: 'RSA', specification: '2048' },
      ssh: { keyId: 'key', principals: ['root'] },
      cvc: { sequence: '00001' },
      accountBindingId: 'account',
      issuanceRevocationReason: 'CERTIFICATE_HOLD',
      holder: 1,
      approvedRequest: 2,
    },
    modifiedMs: 6,
  });
}
