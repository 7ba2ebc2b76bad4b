/** The reader task behind key revocation lists, on every kind of database. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { Krl, parsePublicKey, SshPublicKey } from '@sealwright/pki';
import type { KrlOutline } from '../../src/modules/ca/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { KrlReader } from '../../src/storage/stores/crls/krl-reader.ts';
import type { ColumnValue } from '../../src/storage/sql/write-definition.ts';
import { insertCertificate, insertionOf, revoked, serialOf } from '../certificate-rows.ts';
import { unit } from './contract-writes.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeKrls(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`key revocation lists that are read from ${kind}`, () => {
    let database: Database;
    let krls: KrlReader;
    openForSuite(makeTemporary, [insertCertificate], (opened) => {
      database = opened;
      krls = new KrlReader(database.readers);
    });

    const store = (rows: readonly Record<string, ColumnValue>[]) =>
      database.commit(unit(rows.map((row) => insertionOf(row))));
    const made = async (caId: number, outline: Partial<KrlOutline> = {}) => {
      const { bytes, certificates } = await krls.encode(caId, { ...OUTLINE, ...outline });
      return { certificates, krl: Krl.parse(bytes) };
    };

    it('revoke the certificates of one CA that are revoked, under each of its keys', async () => {
      await store([revoked(11, 1), revoked(12, 1, { status: 20 }), revoked(13, 1), revoked(14, 2)]);
      const { certificates, krl } = await made(1, { caKeys: [first.blob, second.blob] });
      assert.equal(certificates, 2);
      assert.deepEqual(
        krl.certificates.map(({ caKey }) => caKey!.blob),
        [first.blob, second.blob],
      );
      for (const { hasSerial } of krl.certificates) {
        assert.deepEqual(
          [11, 12, 13, 14].filter((id) => hasSerial(BigInt(`0x${serialOf(id)}`))),
          [11, 13],
        );
      }
      assert.deepEqual([krl.version, krl.generatedAt, krl.comment], [7n, 1_760_000_000n, 'SSH CA']);
    });

    it('leave out what has ended', async () => {
      await store([revoked(21, 3, { not_after_s: 1_700_000_000 }), revoked(22, 3, { not_after_s: 1_700_000_001 })]);
      assert.equal((await made(3)).certificates, 2);
      assert.equal((await made(3, { expiredBefore: 1_700_000_001 })).certificates, 1);
    });

    it('are empty for a CA that has revoked nothing, and refuse the keys of one that is revoked', async () => {
      const { certificates, krl } = await made(4);
      assert.deepEqual([certificates, krl.certificates], [0, []]);
      assert.equal(krl.revokesKey(first), false);
      assert.equal((await made(4, { revokedKeys: [first.blob] })).krl.revokesKey(first), true);
    });

    it('go on over any number of steps', async () => {
      const ids = Array.from({ length: 11_000 }, (_, n) => 1000 + n);
      for (let at = 0; at < ids.length; at += 1000) await store(ids.slice(at, at + 1000).map((id) => revoked(id, 5)));
      const { certificates, krl } = await made(5);
      assert.equal(certificates, ids.length);
      for (const id of [1000, 6000, 11_999]) assert.ok(krl.certificates[0]!.hasSerial(BigInt(`0x${serialOf(id)}`)));
    });
  });
}

function key(): SshPublicKey {
  const { publicKey } = generateKeyPairSync('ed25519');
  return SshPublicKey.of(parsePublicKey(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))));
}

const first = key();
const second = key();
const OUTLINE: KrlOutline = {
  caKeys: [first.blob],
  revokedKeys: [],
  version: 7,
  generatedAt: 1_760_000_000,
  comment: 'SSH CA',
  expiredBefore: 0,
};
