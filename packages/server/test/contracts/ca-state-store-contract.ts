/** The states of CAs and the certificates that they keep, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { CaState, FurtherCaCertificate, InsertCaCertificate, UpdateCaState } from '../../src/modules/ca/index.ts';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import { caStateWriteDefinitions, SqlCaStateStore } from '../../src/storage/stores/authorities/ca-state-store.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { WriteDefinition } from '../../src/storage/sql/write-definition.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const EXISTS = { code: 'storage.conflict', reason: 'exists' };
const CHANGED = { code: 'storage.conflict', reason: 'changed' };
const DAY = 86_400;

/** Defines the suite. */
export function describeCaStateStore(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`states of CAs on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let store: SqlCaStateStore;
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: [...contractDefinitions, ...caStateWriteDefinitions] as readonly WriteDefinition[],
        onBackgroundError: () => {},
      });
      store = new SqlCaStateStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const commit = (...writes: readonly Write[]) => database.commit(unit(writes));
    const insert = async (changes: Partial<CaState> = {}): Promise<CaState> => {
      const state = newState(changes);
      await commit({ op: 'ca-state.insert', state } as Write);
      return state;
    };
    const keep = async (changes: Partial<FurtherCaCertificate>): Promise<FurtherCaCertificate> => {
      const write = keepingOf(changes);
      await commit(write);
      return write.certificate;
    };

    it('are found by document, subject and public number as they were stored, whole or with nothing yet', async () => {
      const request = {
        keyAlias: 'next',
        alternativeKeyAlias: 'next too',
        keySequence: '00002',
        der: randomBytes(40),
        chain: [element(200), element(3)],
      };
      for (const changes of [
        {},
        { request, previousKeyAlias: 'before', chain: [element(70_000), element(5)], notAfter: 40_000 * DAY },
        { request: { ...request, chain: [] } },
        { status: 'REVOKED', revocationReason: 'CA_COMPROMISE', revokedAt: 1_700_000_000 },
      ] as const) {
        const state = await insert(changes);
        assert.deepEqual(comparable((await store.findState(state.caId))!), comparable(state));
        assert.equal(await store.findIdBySubject(state.subjectKey), state.caId);
        assert.equal(await store.findIdByPublicId(state.publicId), state.caId);
        assert.ok((await store.listSubjectKeys(1000)).includes(state.subjectKey));
      }
      assert.equal((await store.listSubjectKeys(2)).length, 2);
    });

    it('tell their versions, a page at a time, in the order of the CAs', async () => {
      const caId = freshId();
      const states = [await insert({ caId: caId + 1 }), await insert({ caId, status: 'ACTIVE' })];
      await commit(updateOf(states[0]!, { status: 'EXTERNAL' }));
      assert.deepEqual(await store.listVersions(caId - 1, 1), [{ caId, status: 'ACTIVE', version: 1 }]);
      assert.deepEqual((await store.listVersions(caId, 5))[0], { caId: caId + 1, status: 'EXTERNAL', version: 2 });
    });

    it('are not found where there are none', async () => {
      assert.equal(await store.findState(freshId()), undefined);
      assert.equal(await store.findIdBySubject('no subject'), undefined);
      assert.equal(await store.findIdByPublicId(-1), undefined);
      assert.deepEqual(await store.listFurtherCertificates(freshId(), 10), []);
    });

    it('have a subject and a public number of their own', async () => {
      const { caId, publicId, subjectKey } = await insert();
      for (const taken of [{ caId }, { publicId }, { subjectKey }]) await assert.rejects(insert(taken), EXISTS);
    });

    it('are replaced by callers who have seen the last change, all but what they are known by', async () => {
      const state = await insert();
      const active = updateOf(state, { status: 'ACTIVE', keyAlias: 'k', chain: [element(9)], notAfter: DAY });
      await commit(active);
      assert.deepEqual(comparable((await store.findState(state.caId))!), comparable(active.state));
      await assert.rejects(commit(updateOf(state, { status: 'OFFLINE' })), CHANGED);
      await commit(updateOf(active.state, { publicId: freshId(), subjectKey: 'another' }));
      const { publicId, subjectKey, version } = (await store.findState(state.caId))!;
      assert.deepEqual([publicId, subjectKey, version], [state.publicId, state.subjectKey, 3]);
    });

    it('are deleted by callers who have seen the last change', async () => {
      const { caId, version, subjectKey } = await insert();
      const remove = (expectedVersion: number) => commit({ op: 'ca-state.delete', caId, expectedVersion } as Write);
      await assert.rejects(remove(version + 1), CHANGED);
      await remove(version);
      assert.equal(await store.findState(caId), undefined);
      assert.equal(await store.findIdBySubject(subjectKey), undefined);
      await assert.rejects(remove(version), CHANGED);
    });

    it('have further certificates, the newest first', async () => {
      const [caId, id] = [freshId(), freshId()];
      const kept = [
        await keep({ id, caId, role: 'former', keyAlias: 'first', chain: [element(100), element(300)] }),
        await keep({ id: id + 1, caId, role: 'new-with-old', keyAlias: 'second' }),
        await keep({ id: id + 2, caId, role: 'former', keyAlias: 'third' }),
      ];
      await keep({ caId: freshId() });
      const shown = (list: readonly FurtherCaCertificate[]) =>
        list.map((each) => ({ ...each, chain: each.chain.map(hex) }));
      const listed = await store.listFurtherCertificates(caId, 10);
      assert.deepEqual(shown(listed), shown(kept.toReversed()));
      assert.deepEqual(
        (await store.listFurtherCertificates(caId, 2)).map(({ keyAlias }) => keyAlias),
        ['third', 'second'],
      );
    });

    it('keep a further certificate once, and forget it once', async () => {
      const { id, caId } = await keep({});
      await assert.rejects(keep({ id, caId }), EXISTS);
      const forget = () => commit({ op: 'ca-certificate.delete', id } as Write);
      await forget();
      assert.deepEqual(await store.listFurtherCertificates(caId, 10), []);
      await assert.rejects(forget(), CHANGED);
    });
  });
}

function updateOf(state: CaState, changes: Partial<CaState>): UpdateCaState {
  return {
    op: 'ca-state.update',
    hasNewCertificate: false,
    state: { ...state, ...changes, version: state.version + 1 },
  };
}

function newState(changes: Partial<CaState>): CaState {
  return {
    caId: freshId(),
    publicId: freshId(),
    subjectKey: randomBytes(32).toString('hex'),
    status: 'UNINITIALIZED',
    keyAlias: '',
    alternativeKeyAlias: '',
    keySequence: '00000',
    previousKeyAlias: undefined,
    request: undefined,
    chain: [],
    notAfter: 0,
    revocationReason: 'NOT_REVOKED',
    revokedAt: undefined,
    version: 1,
    ...changes,
  };
}

function keepingOf(changes: Partial<FurtherCaCertificate>): InsertCaCertificate {
  const certificate = {
    id: freshId(),
    caId: freshId(),
    role: 'former',
    keyAlias: 'k',
    chain: [element(10)],
    notAfter: 40_000 * DAY,
    createdMs: 1_800_000_000_123,
    ...changes,
  } as const;
  return { op: 'ca-certificate.insert', certificate };
}

/** An element of DER with this many octets of content. */
function element(octets: number): Uint8Array {
  const length = octets < 128 ? [octets] : [0x83, octets >> 16, (octets >> 8) & 0xff, octets & 0xff];
  return new Uint8Array([0x30, ...length, ...randomBytes(octets)]);
}

/** Octets come as another class from each database. */
function comparable({ chain, request, ...rest }: CaState): unknown {
  return {
    ...rest,
    chain: chain.map(hex),
    request: request && { ...request, der: hex(request.der), chain: request.chain.map(hex) },
  };
}

function hex(octets: Uint8Array): string {
  return octets.toHex();
}
