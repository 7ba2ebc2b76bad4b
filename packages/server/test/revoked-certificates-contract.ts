/** The reader task behind CRLs, on every kind of database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { encodeCrlEntry, type RevocationReason, serialNumberFromHex } from '@sealwright/pki';
import type { Database } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import type { RevokedCertificatesInput } from '../src/storage/readers/revoked-certificates.ts';
import type { ColumnValue, InsertDefinition } from '../src/storage/write-definition.ts';
import type { Write } from '../src/kernel/unit-of-work.ts';
import { contractDefinitions, unit } from './contract-writes.ts';
import { TABLE_COLUMNS } from './table-columns.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

interface InsertCertificate extends Write {
  readonly row: Readonly<Record<string, ColumnValue>>;
}

const columns = Object.fromEntries(
  Object.entries(TABLE_COLUMNS.certificate).map(([name, type]) => [name, type.replace('?', '')]),
) as InsertDefinition<InsertCertificate>['columns'];

const insertCertificate: InsertDefinition<InsertCertificate> = {
  kind: 'insert',
  op: 'certificate.insert',
  table: 'certificate',
  columns,
  row: ({ row }) => Object.keys(columns).map((column) => row[column] ?? null),
};

/** Defines the suite. */
export function describeRevokedCertificates(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`the task 'revoked-certificates' on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions, insertCertificate];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const run = async (input: Partial<RevokedCertificatesInput> & { caId: number }) => {
      const chunks: Uint8Array[] = [];
      const whole = { partition: 0, notAfterFrom: undefined, changedFromMs: undefined, ...input };
      const { count } = await database.readers.run('revoked-certificates', whole, {
        onChunk: (chunk) => chunks.push(chunk),
      });
      return { count, der: Buffer.concat(chunks).toString('hex') };
    };
    const store = (rows: readonly Record<string, ColumnValue>[]) =>
      database.commit(unit(rows.map((row) => ({ op: 'certificate.insert', row: { ...DEFAULTS, ...row } }) as Write)));

    it('encodes the revoked certificates of one CA and partition in the order of their ids', async () => {
      await store([
        revoked(12, 1, { revocation_reason: 6 }),
        revoked(11, 1, { invalidity_s: 1_600_000_000 }),
        revoked(13, 1, { status: 20 }),
        revoked(14, 1, { crl_partition: 1 }),
        revoked(15, 2),
      ]);
      assert.deepEqual(await run({ caId: 1 }), {
        count: 2,
        der: entry(11, 'KEY_COMPROMISE', 1_600_000_000) + entry(12, 'CERTIFICATE_HOLD'),
      });
      assert.deepEqual(await run({ caId: 1, partition: 1 }), { count: 1, der: entry(14, 'KEY_COMPROMISE') });
      assert.deepEqual(await run({ caId: 3 }), { count: 0, der: '' });
    });

    it('leaves out those that had expired, and for a delta those that have not changed', async () => {
      await store([
        revoked(21, 4, { not_after_s: 1_700_000_000 }),
        revoked(22, 4, { not_after_s: 1_700_000_001, updated_ms: 5000 }),
      ]);
      assert.equal((await run({ caId: 4 })).count, 2);
      assert.deepEqual(await run({ caId: 4, notAfterFrom: 1_700_000_001 }), {
        count: 1,
        der: entry(22, 'KEY_COMPROMISE'),
      });
      assert.equal((await run({ caId: 4, changedFromMs: 5000 })).count, 1);
      assert.equal((await run({ caId: 4, changedFromMs: 5001 })).count, 0);
    });

    it('goes on over any number of steps', async () => {
      const ids = Array.from({ length: 11_000 }, (_, n) => 1000 + n);
      for (let at = 0; at < ids.length; at += 1000) await store(ids.slice(at, at + 1000).map((id) => revoked(id, 5)));
      const { count, der } = await run({ caId: 5 });
      assert.equal(count, ids.length);
      assert.equal(der, ids.map((id) => entry(id, 'KEY_COMPROMISE')).join(''));
    });
  });
}

const REVOKED_AT = 1_750_000_000;
const NOTHING = new Uint8Array();
const DEFAULTS: Record<string, ColumnValue> = {
  der: NOTHING,
  sha1: NOTHING,
  sha256: NOTHING,
  subject_dn: '',
  subject_key: NOTHING,
  public_key_sha256: NOTHING,
  ca_sha1: NOTHING,
  certificate_profile_id: 1,
  end_entity_profile_id: 1,
  type: 1,
  status: 40,
  not_before_s: 0,
  not_after_s: 1_800_000_000,
  revocation_reason: 1,
  revoked_at_s: REVOKED_AT,
  crl_partition: 0,
  created_ms: 0,
  updated_ms: 0,
  version: 1,
};

/** The serial number says the id. */
function revoked(id: number, caId: number, other: Record<string, ColumnValue> = {}): Record<string, ColumnValue> {
  return { id, ca_id: caId, serial: Uint8Array.fromHex(serialOf(id)), ...other };
}

function serialOf(id: number): string {
  return `5a${id.toString(16).padStart(14, '0')}`;
}

function entry(id: number, reason: RevocationReason, invalidityDate?: number): string {
  const serialNumber = serialNumberFromHex(serialOf(id));
  return encodeCrlEntry({ serialNumber, revocationDate: REVOKED_AT, reason, invalidityDate }).toHex();
}
