/** CRLs, their numbers, the issuance journal, and CRLs that were made elsewhere, on every kind of database. */
import {
  asDer,
  assembleCrl,
  Certificate,
  CrlEntryWriter,
  crlNumber,
  encodeTbsCrl,
  makeExtension,
  type RevocationReason,
  serialNumberFromHex,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import type {
  CrlRecord,
  InsertUnknownCertificate,
  JournalEntry,
  OctetRange,
  UploadedEntry,
} from '../../src/modules/ca/index.ts';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { type AbandonedCrlParts, PENDING, SweepCrlParts } from '../../src/modules/ca/index.ts';
import { CrlParts } from '../../src/modules/ca/crls/crl-parts.ts';
import { CRL_PART_OCTETS } from '../../src/modules/ca/records/crl-record.ts';
import { AbandonedCrlPartReader } from '../../src/storage/stores/crls/abandoned-crl-part-reader.ts';
import { certificateWriteDefinitions } from '../../src/storage/stores/certificates/certificate-writes.ts';
import { SqlCrlStore } from '../../src/storage/stores/crls/crl-store.ts';
import { crlWriteDefinitions } from '../../src/storage/stores/crls/crl-writes.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import {
  issuanceJournalWrites,
  SqlIssuanceJournalStore,
} from '../../src/storage/stores/authorities/issuance-journal-store.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { UploadedCrlReader } from '../../src/storage/stores/crls/uploaded-crl-reader.ts';
import { BELIEVED } from '../believed-clock.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeCrlStores(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`CRLs and the issuance journal on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let crls: SqlCrlStore;
    let journal: SqlIssuanceJournalStore;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [
        ...contractDefinitions,
        ...certificateWriteDefinitions,
        ...crlWriteDefinitions,
        ...issuanceJournalWrites,
      ];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      crls = new SqlCrlStore(database);
      journal = new SqlIssuanceJournalStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const commit = (...writes: readonly Write[]) => database.commit(unit(writes));
    const octetsOf = async (crl: CrlRecord, range?: OctetRange) => {
      const read: number[] = [];
      for await (const piece of crls.read(crl, range)) read.push(...piece);
      return read;
    };

    it('find those that ended, but the newest of each kind, and delete them', async () => {
      const scope = { caId: freshId(), partition: 1 };
      const of = (number: number, nextUpdate: number, delta = false) =>
        crlOf({ ...scope, number, nextUpdate, ...(delta && { baseNumber: 1, deltaBase: false }) });
      const base = [of(1, 100), of(2, 200), of(5, 300), of(7, 50)];
      const deltas = [of(3, 150, true), of(4, 100, true)];
      const elsewhere = { ...of(1, 1), partition: 2, id: freshId() };
      await commit(...[...base, ...deltas, elsewhere].map((crl) => ({ op: 'crl.insert', crl }) as Write));
      const ended = async (kind: 'base' | 'delta', before: number, limit = 10) =>
        (await crls.findEnded(scope, kind, before, limit)).map(({ number }) => number);
      assert.deepEqual(await ended('base', 201), [1, 2]);
      assert.deepEqual(await ended('base', 1000), [1, 2, 5]);
      assert.deepEqual(await ended('base', 1000, 2), [1, 2]);
      assert.deepEqual(await ended('delta', 1000), [3]);
      await commit({ op: 'crl.delete', id: base[1]!.id } as Write);
      assert.deepEqual(await ended('base', 1000), [1, 5]);
      await assert.rejects(commit({ op: 'crl.delete', id: base[1]!.id } as Write), {
        op: 'crl.delete',
        reason: 'changed',
      });
    });

    it('give back a CRL as it was stored, whole or in parts', async () => {
      const scope = { caId: freshId(), partition: 2 };
      const whole = crlOf({ ...scope, der: Uint8Array.of(1, 2), octets: 2 });
      const inParts = crlOf({ ...scope, number: 2, baseNumber: 1, deltaBase: false, parts: 2, octets: 3 });
      const part = (index: number, ...der: number[]) =>
        ({ op: 'crl-part.insert', crlId: inParts.id, part: index, der: Uint8Array.from(der), createdMs: 1 }) as Write;
      await commit(part(1, 9), part(0, 7, 8));
      await commit({ op: 'crl.insert', crl: whole } as Write, { op: 'crl.insert', crl: inParts } as Write);
      const [base, delta] = [await crls.findLatest(scope, 'base'), await crls.findLatest(scope, 'delta')];
      assert.deepEqual([base, delta], [whole, inParts]);
      assert.deepEqual(
        [await octetsOf(base!), await octetsOf(delta!)],
        [
          [1, 2],
          [7, 8, 9],
        ],
      );
      for (let start = 0; start < 3; start++) {
        for (let end = start + 1; end <= 3; end++) {
          assert.deepEqual(await octetsOf(delta!, { start, end }), [7, 8, 9].slice(start, end), `${start} to ${end}`);
        }
      }
      assert.deepEqual(await octetsOf(base!, { start: 1, end: 2 }), [2]);
      const { number, thisUpdate, nextUpdate, octets, deltaBase, imported, complete, createdMs } = whole;
      const head = { number, thisUpdate, nextUpdate, octets, deltaBase, imported, complete, createdMs };
      assert.deepEqual(await crls.findLatestHead(scope, 'base'), head);
      assert.equal(await crls.findLatest({ ...scope, partition: 0 }, 'base'), undefined);
    });

    it('take a part away', async () => {
      const crlId = freshId();
      await commit({ op: 'crl-part.insert', crlId, part: 0, der: Uint8Array.of(1), createdMs: 1 } as Write);
      await commit({ op: 'crl-part.delete', crlId, part: 0 } as Write);
      await assert.rejects(commit({ op: 'crl-part.delete', crlId, part: 0 } as Write), { reason: 'changed' });
    });

    it('are without the parts that a crash has left, after a day', async () => {
      const scope = { caId: freshId(), partition: 0 };
      const [lost, young, stored] = [freshId(), freshId(), freshId()];
      const part = (crlId: number, index: number, createdMs: number) =>
        ({ op: 'crl-part.insert', crlId, part: index, der: Uint8Array.of(index), createdMs }) as Write;
      const [longAgo, now] = [1000, 1000 + 24 * 60 * 60_000];
      await commit(part(lost, 0, longAgo), part(lost, 1, longAgo), part(young, 0, longAgo + 1));
      await commit(part(stored, 0, longAgo), {
        op: 'crl.insert',
        crl: crlOf({ ...scope, id: stored, parts: 1 }),
      } as Write);
      const abandoned = new AbandonedCrlPartReader(database.readers);
      await new SweepCrlParts({
        abandoned,
        store: database,
        clock: { nowMs: () => now },
        clockBelief: BELIEVED,
        random: systemRandom(),
      }).sweep();
      const rows = await database.kysely
        .selectFrom('crl_part')
        .select('crl_id')
        .where('crl_id', 'in', [lost, young, stored])
        .execute();
      assert.deepEqual(new Set(rows.map(({ crl_id: id }) => id)), new Set([young, stored]));
      await commit({ op: 'crl-part.delete', crlId: young, part: 0 } as Write);
    });

    it('are stored or swept up, and never both, whatever the clock of the sweeping process says', async () => {
      const sweepAt = (nowMs: number, meanwhile: () => Promise<unknown>) => {
        const reader = new AbandonedCrlPartReader(database.readers);
        const find: AbandonedCrlParts['find'] = (beforeMs, take) =>
          reader.find(beforeMs, async (parts) => {
            await meanwhile();
            await take(parts);
          });
        const deps = {
          abandoned: { find },
          store: database,
          clock: { nowMs: () => nowMs },
          clockBelief: BELIEVED,
          random: systemRandom(),
        };
        return new SweepCrlParts(deps).sweep();
      };
      const begun = async () => {
        const clock = { nowMs: () => 5000 };
        const id = freshId();
        const parts = new CrlParts({ store: database, clock, random: systemRandom() }, id);
        const stored = await parts.store([new Uint8Array(CRL_PART_OCTETS + 1).fill(7)]);
        const insert = { op: 'crl.insert', crl: crlOf({ id, caId: freshId(), ...stored }) } as Write;
        return { id, parts, unit: [...parts.completion(), insert] };
      };
      const partsOf = async (id: number) =>
        database.kysely.selectFrom('crl_part').select('part').where('crl_id', '=', id).orderBy('part').execute();
      const ahead = 5000 + 24 * 60 * 60_000;

      const swept = await begun();
      await sweepAt(ahead - 1, async () => {});
      assert.deepEqual(await partsOf(swept.id), [{ part: PENDING }, { part: 0 }, { part: 1 }]);
      await sweepAt(ahead, async () => {});
      assert.deepEqual(await partsOf(swept.id), []);
      await assert.rejects(commit(...swept.unit), { op: 'crl-part.delete', reason: 'changed' });

      const stored = await begun();
      let isStored = false;
      await sweepAt(ahead, async () => {
        if (!isStored) await commit(...stored.unit);
        isStored = true;
      });
      assert.deepEqual([isStored, await partsOf(stored.id)], [true, [{ part: 0 }, { part: 1 }]]);
      await stored.parts.discard();
      assert.deepEqual(await partsOf(stored.id), [{ part: 0 }, { part: 1 }], 'its unit was stored, answered or not');
      await commit({ op: 'crl.delete', id: stored.id } as Write);
      await sweepAt(ahead, async () => {});
      assert.deepEqual(await partsOf(stored.id), [], 'with its CRL');

      const discarded = await begun();
      await discarded.parts.discard();
      assert.deepEqual(await partsOf(discarded.id), []);
    });

    it('move a number on from the last one only', async () => {
      const scope = { caId: freshId(), partition: 0 };
      assert.equal(await crls.findNumber(scope), undefined);
      const start = { op: 'crl-number.start', scope, number: 1 } as Write;
      await commit(start);
      await assert.rejects(commit(start), { reason: 'exists' });
      const advance = { op: 'crl-number.advance', scope, expected: 1, number: 5 } as Write;
      await commit(advance);
      await assert.rejects(commit(advance), { op: 'crl-number.advance', reason: 'changed' });
      assert.equal(await crls.findNumber(scope), 5);
    });

    it('tell what was recorded and not stored, and what is complete', async () => {
      const caId = freshId();
      const [lost, stored, young] = [entryOf(caId, 'AA01', 10), entryOf(caId, 'AA02', 10), entryOf(caId, 'AA03', 99)];
      for (const entry of [lost, stored, young]) await commit({ op: 'issuance-journal.insert', entry } as Write);
      await commit(unknownCertificate(caId, 'AA02'));
      assert.deepEqual(await journal.listIncomplete(50, 10), [lost]);
      assert.deepEqual(await journal.listComplete(50, 10), [stored.id]);
      const again = { ...entryOf(caId, 'AA01', 10), id: freshId() };
      await assert.rejects(commit({ op: 'issuance-journal.insert', entry: again } as Write), { reason: 'exists' });
      for (const { id } of [lost, stored, young]) await commit({ op: 'issuance-journal.delete', id } as Write);
      assert.deepEqual(await journal.listIncomplete(100, 10), []);
    });

    it('find what a CRL from elsewhere says that is not known', async () => {
      const caId = freshId();
      const ca = TestCa.root('CN=Elsewhere');
      const entries = ['BB01', 'BB02', 'BB03', 'BB04'].map((serial) => uploaded(serial, 'SUPERSEDED'));
      const octets = shared(signedCrl(ca, entries));
      const reader = new UploadedCrlReader(database.readers);
      const { kind } = await reader.inspect(octets, ca.certificate);
      assert.equal(kind, 'good');
      await commit(unknownCertificate(caId, 'BB01'), unknownCertificate(caId, 'BB02', { reason: 'KEY_COMPROMISE' }));
      await commit(unknownCertificate(caId, 'BB03', { revokedAt: REVOKED_AT - 1 }));
      const found = async (unknown: boolean) => {
        const serials: string[] = [];
        await reader.differences(caId, octets, { unknown, releases: undefined }, async (some) => {
          serials.push(...some.map(({ serialNumber }) => serialNumber));
        });
        return serials;
      };
      assert.deepEqual(await found(false), ['BB02', 'BB03']);
      assert.deepEqual(await found(true), ['BB02', 'BB03', 'BB04']);
      const other = TestCa.root('CN=Elsewhere').certificate;
      assert.deepEqual(await reader.inspect(octets, other), { kind: 'foreign' });
      const broken = shared(signedCrl(ca, entries).subarray(0, 60));
      assert.equal((await reader.inspect(broken, ca.certificate)).kind, 'unreadable');
    });
  });
}

const REVOKED_AT = 1_750_000_000;

function crlOf(given: Partial<CrlRecord>): CrlRecord {
  return {
    id: freshId(),
    caId: 1,
    partition: 0,
    number: 1,
    baseNumber: undefined,
    thisUpdate: 1_760_000_000,
    nextUpdate: 1_760_003_600,
    octets: 0,
    deltaBase: true,
    imported: false,
    complete: false,
    sha1: new Uint8Array(20),
    parts: 0,
    der: new Uint8Array(),
    createdMs: 1,
    ...given,
  };
}

function entryOf(caId: number, serial: string, createdMs: number): JournalEntry {
  const tbs = asDer<'TbsCertificate'>(Uint8Array.of(0x30, 0));
  const serialNumber = serialNumberFromHex(serial);
  return { id: freshId(), caId, serialNumber, tbs, subjectDn: 'CN=x', notAfter: 2, crlPartition: 3, createdMs };
}

function unknownCertificate(
  caId: number,
  serial: string,
  given: Partial<InsertUnknownCertificate> = {},
): InsertUnknownCertificate {
  return {
    op: 'certificate.insert-unknown',
    id: freshId(),
    caId,
    serialNumber: serialNumberFromHex(serial),
    reason: 'SUPERSEDED',
    revokedAt: REVOKED_AT,
    invalidity: undefined,
    notAfter: undefined,
    crlPartition: 0,
    createdMs: 1,
    ...given,
  };
}

function uploaded(serial: string, reason: RevocationReason): UploadedEntry {
  return { serialNumber: serialNumberFromHex(serial), reason, revokedAt: REVOKED_AT, invalidity: undefined };
}

function signedCrl({ certificate, privateKey }: TestCa, entries: readonly UploadedEntry[]): Uint8Array {
  const signatureAlgorithm = signatureAlgorithmByName('SHA256withECDSA');
  const writer = new CrlEntryWriter();
  for (const { revokedAt, ...entry } of entries) writer.add({ ...entry, revocationDate: revokedAt });
  const tbs = encodeTbsCrl({
    signatureAlgorithm,
    issuer: Certificate.parse(certificate.der).subject.der,
    thisUpdate: REVOKED_AT,
    nextUpdate: REVOKED_AT + 3600,
    entries: writer.finish(),
    extensions: [makeExtension(crlNumber, 1n, false)],
  });
  return assembleCrl(tbs, signatureAlgorithm, new Uint8Array(sign('sha256', tbs, privateKey)));
}

function shared(octets: Uint8Array): readonly Uint8Array<SharedArrayBuffer>[] {
  const block = new Uint8Array(new SharedArrayBuffer(octets.length));
  block.set(octets);
  return [block];
}
