/** The reader tasks behind CRLs, on every kind of database. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  completeTbsCrl,
  Crl,
  DistinguishedName,
  findExtension,
  invalidityDate,
  reasonCode,
  signatureAlgorithmByName,
  assembleCrl,
} from '@sealwright/pki';
import type { CrlChange, CrlScope, ForgetCrlChange, NoteCrlChange, UnsignedCrl } from '../../src/modules/ca/index.ts';
import { crlWriteDefinitions } from '../../src/storage/stores/crls/crl-writes.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { UnsignedCrlReader } from '../../src/storage/stores/crls/unsigned-crl-reader.ts';
import type { ColumnValue } from '../../src/storage/sql/write-definition.ts';
import { insertCertificate, insertionOf, REVOKED_AT, revoked, serialOf } from '../certificate-rows.ts';
import { unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeUnsignedCrls(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`CRLs that are read from ${kind}`, () => {
    let database: Database;
    let crls: UnsignedCrlReader;
    openForSuite(makeTemporary, [insertCertificate, ...crlWriteDefinitions], (opened) => {
      database = opened;
      crls = new UnsignedCrlReader(database.readers);
    });

    const store = (rows: readonly Record<string, ColumnValue>[]) =>
      database.commit(unit(rows.map((row) => insertionOf(row))));
    const note = (scope: CrlScope, ...changes: readonly CrlChange[]) =>
      database.commit(unit(changes.map((change): NoteCrlChange => ({ op: 'crl-change.note', scope, change }))));
    const base = async (scope: CrlScope, expiredBefore = 0) => crls.base(scope, OUTLINE, { expiredBefore });
    const delta = async (scope: CrlScope) => entriesOf(await crls.delta(scope, OUTLINE));

    it('hold the revoked certificates of one CA and partition in the order of their ids', async () => {
      await store([
        revoked(12, 1, { revocation_reason: 6 }),
        revoked(11, 1, { invalidity_s: 1_600_000_000 }),
        revoked(13, 1, { status: 20 }),
        revoked(14, 1, { crl_partition: 1 }),
        revoked(15, 2),
      ]);
      const crl = await base({ caId: 1, partition: 0 });
      assert.deepEqual([crl.entries, crl.expired, [...crl.changes]], [2, 0, []]);
      assert.deepEqual(entriesOf(crl), [entry(11, 'KEY_COMPROMISE', 1_600_000_000), entry(12, 'CERTIFICATE_HOLD')]);
      assert.deepEqual(entriesOf(await base({ caId: 1, partition: 1 })), [entry(14, 'KEY_COMPROMISE')]);
      assert.deepEqual(entriesOf(await base({ caId: 3, partition: 0 })), []);
    });

    it('leave out and count those that had expired, which are found again by their ids', async () => {
      const scope = { caId: 4, partition: 0 };
      await store([revoked(21, 4, { not_after_s: 1_700_000_000 }), revoked(22, 4, { not_after_s: 1_700_000_001 })]);
      assert.equal((await base(scope)).entries, 2);
      const crl = await base(scope, 1_700_000_001);
      assert.deepEqual([crl.entries, crl.expired], [1, 1]);
      assert.deepEqual(entriesOf(crl), [entry(22, 'KEY_COMPROMISE')]);
      const found: number[] = [];
      await crls.expired(scope, 1_700_000_001, async (ids) => void found.push(...ids));
      assert.deepEqual(found, [21]);
    });

    it('go on over any number of steps', async () => {
      const ids = Array.from({ length: 11_000 }, (_, n) => 1000 + n);
      const scope = { caId: 5, partition: 0 };
      for (let at = 0; at < ids.length; at += 1000) {
        const some = ids.slice(at, at + 1000);
        await store(some.map((id) => revoked(id, 5)));
        await note(scope, ...some.map((certificateId) => ({ certificateId, version: 2 })));
      }
      const expected = ids.map((id) => entry(id, 'KEY_COMPROMISE'));
      const crl = await base(scope);
      assert.equal(crl.entries, ids.length);
      assert.deepEqual(entriesOf(crl), expected);
      assert.deepEqual(
        [...crl.changes],
        ids.map((certificateId) => ({ certificateId, version: 2 })),
      );
      assert.deepEqual(await delta(scope), expected);
      const found: number[] = [];
      await crls.expired(scope, 1_800_000_001, async (some) => void found.push(...some));
      assert.deepEqual(found, ids);
    });

    it('hold in a delta what was noted, each certificate once and as it is now', async () => {
      const scope = { caId: 6, partition: 3 };
      const at = { crl_partition: 3, version: 4 };
      await store([
        revoked(31, 6, at),
        revoked(32, 6, { ...at, status: 20, revoked_at_s: null, revocation_reason: -1, updated_ms: 1_750_000_123_456 }),
        revoked(33, 6, at),
        revoked(34, 6, { ...at, status: 60 }),
      ]);
      await note(
        scope,
        { certificateId: 32, version: 2 },
        { certificateId: 32, version: 3 },
        { certificateId: 31, version: 2 },
        { certificateId: 34, version: 2 },
      );
      assert.deepEqual(await delta(scope), [
        entry(31, 'KEY_COMPROMISE'),
        { ...entry(32, 'REMOVE_FROM_CRL'), date: 1_750_000_123 },
      ]);
      assert.deepEqual(await delta({ caId: 6, partition: 0 }), []);
    });

    it('leave room for an alternative signature, where there is to be one', async () => {
      const scope = { caId: 8, partition: 0 };
      await store([revoked(51, 8)]);
      await note(scope, { certificateId: 51, version: 2 });
      const outline = { ...OUTLINE, alternative: true };
      for (const encoded of [await crls.base(scope, outline, { expiredBefore: 0 }), await crls.delta(scope, outline)]) {
        assert.ok(!(encoded.tbs instanceof Uint8Array));
        const tbs = completeTbsCrl(encoded.tbs, outline, new Uint8Array(100));
        assert.deepEqual(entriesOf({ ...encoded, tbs }), [entry(51, 'KEY_COMPROMISE')]);
      }
    });

    it('lose no change that became durable after a base CRL was begun, whatever its time says', async () => {
      const scope = { caId: 7, partition: 0 };
      await store([revoked(41, 7)]);
      await note(scope, { certificateId: 41, version: 2 });
      const begun = await base(scope);
      // The clock of the machine that revokes is an hour behind.
      await store([revoked(42, 7, { revoked_at_s: REVOKED_AT - 3600, updated_ms: 1 })]);
      await note(scope, { certificateId: 42, version: 2 });
      const forget = [...begun.changes].map((change): ForgetCrlChange => ({ op: 'crl-change.forget', scope, change }));
      await database.commit(unit(forget));
      assert.deepEqual(await delta(scope), [{ ...entry(42, 'KEY_COMPROMISE'), date: REVOKED_AT - 3600 }]);
    });
  });
}

function entriesOf({ tbs }: UnsignedCrl) {
  assert.ok(tbs instanceof Uint8Array);
  const crl = Crl.parse(assembleCrl(tbs, OUTLINE.signatureAlgorithm, new Uint8Array(64)));
  return [...crl.entries()].map(({ serialNumberText, revocationDate, extensions }) => ({
    serial: serialNumberText,
    date: revocationDate,
    reason: findExtension(extensions, reasonCode),
    invalidity: findExtension(extensions, invalidityDate),
  }));
}

const OUTLINE = {
  signatureAlgorithm: signatureAlgorithmByName('Ed25519'),
  issuer: DistinguishedName.parse('CN=Issuing CA').der,
  thisUpdate: 1_760_000_000,
  nextUpdate: 1_760_086_400,
  extensions: [],
  alternative: false,
};
function entry(id: number, reason: string, invalidity?: number) {
  return { serial: serialOf(id).toUpperCase(), date: REVOKED_AT, reason, invalidity };
}
