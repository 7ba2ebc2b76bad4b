/** The archive of workers, on every kind of database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { contentOf } from '../../src/kernel/content.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { newUnitId } from '../../src/kernel/unit-of-work.ts';
import { AuditLog } from '../../src/modules/audit/index.ts';
import {
  ARCHIVED_PART_OCTETS,
  type ArchiveEntry,
  type DeleteArchived,
  type InsertLooseParts,
  SweepArchive,
} from '../../src/modules/signing/index.ts';
import { storeEntry, type StoredEntry } from '../../src/modules/signing/archive/store-entry.ts';
import { SqlArchiveStore } from '../../src/storage/stores/installation/archive-store.ts';
import { archiveWriteDefinitions } from '../../src/storage/stores/installation/archive-writes.ts';
import { auditWriteDefinitions } from '../../src/storage/stores/installation/audit-store.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { BELIEVED } from '../believed-clock.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const DAY_MS = 24 * 60 * 60_000;
const LARGE = 2 * ARCHIVED_PART_OCTETS + 1;

/** Defines the suite. */
export function describeArchive(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`the archive on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let archive: SqlArchiveStore;
    let nowMs = 1_000_000_000_000;
    const clock = { nowMs: () => nowMs };
    const random = systemRandom();
    let lastId = 0;
    const ids = { next: () => (lastId += 1) };
    const deps = () => ({ store: database, ids, clock, random });
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions, ...auditWriteDefinitions, ...archiveWriteDefinitions];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      archive = new SqlArchiveStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const store = (workerId: number, data: Uint8Array, about: Partial<ArchiveEntry> = {}) => {
      const described = {
        archiveId: 'a',
        type: 'RESPONSE',
        clientAddress: '::1',
        clientCertificate: undefined,
      } as const;
      return storeEntry(deps(), { ...described, workerId, timeMs: nowMs, ...about }, contentOf(data));
    };
    const commit = ({ writes }: Pick<StoredEntry, 'writes'>) => database.commit(unit(writes));
    const newSweep = () => new SweepArchive({ archive, store: database, clock, clockBelief: BELIEVED, random });
    const octetsOf = async (entry: ArchiveEntry) => Buffer.concat(await Array.fromAsync(archive.read(entry)));
    const partsIn = async () => {
      const [row] = await database.kysely
        .selectFrom('archive_part')
        .select((build) => build.fn.countAll<number>().as('count'))
        .execute();
      return row!.count;
    };

    for (const octets of [0, 1, 8192, 8193, ARCHIVED_PART_OCTETS, ARCHIVED_PART_OCTETS + 1, LARGE]) {
      it(`gives back a document of ${octets} octets, and what is known of it`, async () => {
        const data = randomBytes(octets);
        const clientCertificate = { issuer: 'CN=Somebody', serial: '0A' };
        await commit(await store(octets + 1, data, { type: 'REQUEST', archiveId: 'x;y', clientCertificate }));
        const document = await archive.find(octets + 1, 'x;y', 'REQUEST');
        assert.deepEqual(await octetsOf(document!), data);
        const { id: _id, parts: _parts, ...known } = document!;
        const about = { workerId: octets + 1, archiveId: 'x;y', type: 'REQUEST', timeMs: nowMs, clientAddress: '::1' };
        assert.deepEqual(known, { ...about, clientCertificate, octets });
        assert.equal(await archive.find(octets + 1, 'x;y', 'RESPONSE'), undefined);
      });
    }

    it('lists the documents of a worker from the newest on, those of one moment, too', async () => {
      for (const [archiveId, timeMs] of [
        ['one', 5],
        ['two', 7],
        ['three', 7],
        ['four', 6],
      ] as const)
        await commit(await store(5, randomBytes(10), { archiveId, timeMs }));
      const names = async (from: ArchiveEntry | undefined, limit: number) =>
        (await archive.list(5, from, limit)).map(({ archiveId }) => archiveId);
      assert.deepEqual(await names(undefined, 9), ['three', 'two', 'four', 'one']);
      const [, second] = await archive.list(5, undefined, 2);
      assert.deepEqual(await names(second, 9), ['four', 'one']);
      assert.deepEqual(
        (await archive.listOldest(5, 7, 9)).map(({ archiveId }) => archiveId),
        ['one', 'four'],
      );
    });

    it('gives back a document of the release before, which does not note its length', async () => {
      const data = randomBytes(100);
      const id = ids.next();
      await database.runStatement(
        sql`INSERT INTO archive (id, worker_id, archive_id, type, time_ms, client_address, data) VALUES (${id}, 4, 'a', 0, 1, '::1', ${data})`,
      );
      const found = await archive.find(4, 'a', 'RESPONSE');
      assert.equal(found!.octets, 100);
      assert.deepEqual(await octetsOf(found!), data);
      assert.deepEqual(await archive.list(4, undefined, 9), [found]);
      assert.deepEqual(await archive.listOldest(4, 2, 9), [found]);
    });

    it('takes no document of a unit in whose place a failure is recorded, and keeps that of one that was stored', async () => {
      const audit = new AuditLog({ clock, random, ids: { next: freshId }, store: database });
      const entry = { event: 'PROCESS', outcome: 'SUCCESS', actor: { name: 'client', evidence: {} } } as const;
      const failure = { ...entry, outcome: 'FAILURE' } as const;
      const unitFor = async (workerId: number) =>
        audit.unit((await store(workerId, randomBytes(3))).writes, [entry], undefined);
      const [stored, late] = [await unitFor(10), await unitFor(11)];
      await database.commit(stored);
      assert.equal(await audit.settle(stored.id, failure), 'stored');
      assert.equal(await audit.settle(late.id, failure), 'refused');
      await assert.rejects(database.commit({ ...late, id: newUnitId(clock, random) }), { code: 'storage.conflict' });
      assert.notEqual(await archive.find(10, 'a', 'RESPONSE'), undefined);
      assert.equal(await archive.find(11, 'a', 'RESPONSE'), undefined);
    });

    it('takes no two documents of one id and type', async () => {
      await commit(await store(6, randomBytes(3)));
      await assert.rejects(commit(await store(6, randomBytes(3))), { code: 'storage.conflict' });
    });

    it('keeps nothing of a document that was not stored, and everything of one that was', async () => {
      const parts = await partsIn();
      const failed = await store(7, randomBytes(LARGE));
      assert.equal(await partsIn(), parts + 3);
      await failed.discard();
      assert.equal(await partsIn(), parts);
      await assert.rejects(commit(failed), { code: 'storage.conflict' });
      const stored = await store(7, randomBytes(LARGE));
      await commit(stored);
      await stored.discard();
      assert.equal((await octetsOf((await archive.find(7, 'a', 'RESPONSE'))!)).length, LARGE);
    });

    it('sweeps up what a crash has left after a day, and what was removed at once', async () => {
      const sweep = () => newSweep().sweep();
      const removed = await store(8, randomBytes(LARGE));
      await commit(removed);
      const { id } = (await archive.find(8, 'a', 'RESPONSE'))!;
      const parts = await partsIn();
      const crashed = await store(9, randomBytes(LARGE));
      const remove: DeleteArchived = { op: 'archive.delete', id };
      const parting: InsertLooseParts = {
        op: 'archive-loose.insert',
        documentId: id,
        state: 'removing',
        createdMs: nowMs,
      };
      await commit({ writes: [remove, parting] });
      await sweep();
      assert.equal(await partsIn(), parts, 'three were left by the crash, and as many removed');
      nowMs += DAY_MS + 1;
      await sweep();
      assert.equal(await partsIn(), parts - 3);
      assert.deepEqual(await archive.listLooseParts(nowMs), []);
      await assert.rejects(commit(crashed), { code: 'storage.conflict' });
    });

    it('is swept until nothing is left, however much was removed', async () => {
      const writes = Array.from({ length: 101 }, (): InsertLooseParts => {
        return { op: 'archive-loose.insert', documentId: ids.next(), state: 'removing', createdMs: nowMs };
      });
      await commit({ writes });
      await newSweep().sweep();
      assert.deepEqual(await archive.listLooseParts(nowMs), []);
    });

    it('is swept no longer than the server runs', async () => {
      const loose = { op: 'archive-loose.insert', state: 'removing', createdMs: nowMs } as const;
      const writes: InsertLooseParts[] = [1, 2, 3].map(() => ({ ...loose, documentId: ids.next() }));
      await commit({ writes });
      const stopping = new AbortController();
      const swept = newSweep().sweep(stopping.signal);
      stopping.abort();
      await swept;
      assert.ok((await archive.listLooseParts(nowMs)).length > 0);
    });
  });
}
