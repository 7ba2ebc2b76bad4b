/** OCSP responders, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { asDer } from '@sealwright/pki';
import type { FormerOcspResponderRecord, OcspResponderRecord } from '../../src/modules/ca/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import {
  ocspResponderWriteDefinitions,
  SqlOcspResponderStore,
} from '../../src/storage/stores/authorities/ocsp-responder-store.ts';
import { freshId, unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const bytes = (octets: number) => new Uint8Array(randomBytes(octets));

/** Defines the suite. */
export function describeOcspResponders(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`OCSP responders on ${kind}`, () => {
    let database: Database;
    let store: SqlOcspResponderStore;
    openForSuite(makeTemporary, ocspResponderWriteDefinitions, (opened) => {
      database = opened;
      store = new SqlOcspResponderStore(database);
    });

    const commit = (...writes: readonly object[]) => database.commit(unit(writes as never));
    const insert = async (given: Partial<OcspResponderRecord> = {}): Promise<OcspResponderRecord> => {
      const responder: OcspResponderRecord = {
        id: freshId(),
        caId: freshId(),
        issuerKeySha256: bytes(32),
        cryptoTokenId: freshId(),
        keyAlias: 'ocsp',
        certificate: asDer<'Certificate'>(bytes(600)),
        notAfter: 1_900_000_000,
        createdMs: 1_890_000_000_000,
        version: 1,
        ...given,
      };
      await commit({ op: 'ocsp-responder.insert', responder });
      return responder;
    };

    it('are listed by their CA, whole', async () => {
      const first = await insert();
      const second = await insert({ caId: first.caId, id: first.id + 1 });
      await insert();
      assert.deepEqual(await store.listOfCa(first.caId, 10), [first, second]);
      assert.deepEqual(await store.listOfCa(first.caId, 1), [first]);
    });

    it('are listed by their crypto token, a page at a time', async () => {
      const first = await insert();
      const second = await insert({ cryptoTokenId: first.cryptoTokenId, id: first.id + 1 });
      assert.deepEqual(await store.listOfToken(first.cryptoTokenId, 0, 1), [first]);
      assert.deepEqual(await store.listOfToken(first.cryptoTokenId, first.id, 10), [second]);
    });

    it('are listed whosever they are, a page at a time', async () => {
      const first = await insert();
      const second = await insert({ id: first.id + 1 });
      assert.deepEqual(await store.listAfter(first.id - 1, 1), [first]);
      assert.deepEqual((await store.listAfter(first.id, 1000)).at(0), second);
    });

    it('are one for each key of a CA', async () => {
      const { caId, issuerKeySha256 } = await insert();
      await assert.rejects(insert({ caId, issuerKeySha256 }), { code: 'storage.conflict', reason: 'exists' });
      await insert({ issuerKeySha256 });
    });

    it('get another certificate once for each version', async () => {
      const before = await insert();
      const responder = { ...before, keyAlias: 'next', notAfter: before.notAfter + 1, version: 2 };
      await commit({ op: 'ocsp-responder.replace', responder });
      assert.deepEqual(await store.listOfCa(before.caId, 10), [responder]);
      await assert.rejects(commit({ op: 'ocsp-responder.replace', responder }), {
        code: 'storage.conflict',
        reason: 'changed',
      });
    });

    it('leave keys behind, which are listed by CA, by crypto token and by their ends until they are forgotten', async () => {
      const [caId, cryptoTokenId] = [freshId(), freshId()];
      const id = freshId();
      const leave = async (ordinal: number, notAfter: number): Promise<FormerOcspResponderRecord> => {
        const certificate = asDer<'Certificate'>(bytes(600));
        const former = { id: id + ordinal, caId, cryptoTokenId, keyAlias: 'left', certificate, notAfter };
        await commit({ op: 'former-ocsp-responder.insert', former });
        return former;
      };
      const first = await leave(0, 1000);
      const second = await leave(1, 500);
      assert.deepEqual(await store.listFormerOfCa(caId, 10), [first, second]);
      assert.deepEqual(await store.listFormerOfCa(caId, 1), [first]);
      assert.deepEqual(await store.listFormerOfToken(cryptoTokenId, 0, 1), [first]);
      assert.deepEqual(await store.listFormerOfToken(cryptoTokenId, first.id, 10), [second]);
      assert.deepEqual(await store.listFormerAfter(first.id - 1, 2), [first, second]);
      assert.deepEqual(await store.listFormerEndedBefore(1000, 10), [second]);
      assert.deepEqual(await store.listFormerEndedBefore(1001, 10), [second, first]);
      await commit({ op: 'former-ocsp-responder.delete', id: first.id });
      assert.deepEqual(await store.listFormerOfCa(caId, 10), [second]);
    });

    it('are forgotten', async () => {
      const { id, caId } = await insert();
      await commit({ op: 'ocsp-responder.delete', id });
      assert.deepEqual(await store.listOfCa(caId, 10), []);
    });
  });
}
