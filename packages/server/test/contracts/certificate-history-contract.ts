/** Certificates by their fingerprints, and audit records about them, on every kind of database. */
import { asDer, type SerialNumber, serialNumberFromHex } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/kernel/clock.ts';
import type { AppendAuditRecord, AuditEntry } from '../../src/modules/audit/index.ts';
import type { InsertCertificate } from '../../src/modules/ca/index.ts';
import { auditWrites } from '../../src/modules/audit/audit-record.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import type { Reads } from '../../src/storage/sql/reads.ts';
import { auditWriteDefinitions, SqlAuditReader } from '../../src/storage/stores/installation/audit-store.ts';
import { SqlCertificateFingerprints } from '../../src/storage/stores/certificates/certificate-fingerprints.ts';
import { certificateWriteDefinitions } from '../../src/storage/stores/certificates/certificate-writes.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import { plansOfReads } from './read-plans.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const CREATED_MS = 1_800_000_000_000;
const DER = Uint8Array.of(48, 1);
const sha1 = new Uint8Array(createHash('sha1').update(DER).digest());
const sha256 = new Uint8Array(createHash('sha256').update(DER).digest());

/** Defines the suite. */
export function describeCertificateHistory(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`certificates by their fingerprints on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let lastRecordId = freshId();
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: [...contractDefinitions, ...certificateWriteDefinitions, ...auditWriteDefinitions],
        onBackgroundError: () => {},
      });
      await issue('5A1F', { sha1, sha256 });
      await issue('5A20', { sha1: alike(sha1), sha256: alike(sha256) });
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const issue = async (serial: string, digests: { readonly sha1: Uint8Array; readonly sha256: Uint8Array }) =>
      database.commit(unit([insertion(serialNumberFromHex(serial), digests)]));
    /** Stores records that were written one after the other. */
    const record = async (entries: readonly Partial<AuditEntry>[], timeMs: number) => {
      const clock = { ...systemClock, nowMs: () => timeMs };
      const whole = entries.map((entry) => ({ ...ENTRY, ...entry }));
      const writes = auditWrites(whole, `unit-${freshId()}` as AppendAuditRecord['unitId'], {
        clock,
        // In the order in which they were written.
        ids: { next: () => ++lastRecordId },
      });
      await database.commit(unit(writes));
    };
    const plansOf = (use: (reads: Reads) => Promise<unknown>) =>
      plansOfReads({ dialect: database.dialect, url: temporary.url }, use);

    it('are found by the whole of SHA-1 and SHA-256', async () => {
      const fingerprints = new SqlCertificateFingerprints(database);
      const found = { caId: 7, endEntityProfileId: 11, serialNumber: '5A1F', createdMs: CREATED_MS };
      assert.deepEqual(await fingerprints.find(sha1), [found]);
      assert.deepEqual(await fingerprints.find(sha256), [found]);
      assert.deepEqual(await fingerprints.find(alike(sha256)), [{ ...found, serialNumber: '5A20' }]);
      assert.deepEqual(await fingerprints.find(new Uint8Array(randomBytes(32))), []);
    });

    it('have the records about them, in their order, and no others', async () => {
      const certificate = { caId: 7, serial: '5A1F', createdMs: CREATED_MS };
      const details = { profile: 'Web' };
      await record([{ event: 'RA_ADDENDENTITY' }, { details }, { serial: '5A20' }, { caId: 8 }], CREATED_MS + 3);
      await record([{ event: 'CERT_REVOKED' }, { event: 'CERT_REVOKED', caId: 8 }], CREATED_MS + 9_000_000);
      await record([{ event: 'CERT_CHANGEDSTATUS' }], CREATED_MS + 9_000_001);
      const reader = new SqlAuditReader(database);
      const found = await reader.ofCertificate(certificate, 10);
      assert.deepEqual(
        found.map(({ event, timeMs }) => [event, timeMs - CREATED_MS]),
        [
          ['RA_ADDENDENTITY', 3],
          ['CERT_CREATION', 3],
          ['CERT_REVOKED', 9_000_000],
          ['CERT_CHANGEDSTATUS', 9_000_001],
        ],
      );
      const { id, ...whole } = found[1]!;
      assert.ok(Number.isSafeInteger(id));
      assert.deepEqual(whole, {
        timeMs: CREATED_MS + 3,
        event: 'CERT_CREATION',
        outcome: 'SUCCESS',
        actor: { name: 'CN=officer', address: '10.0.0.1' },
        username: 'alice',
        details,
      });
      assert.equal((await reader.ofCertificate(certificate, 2)).length, 2);
      assert.deepEqual(await reader.ofCertificate({ ...certificate, serial: '5A21' }, 10), []);
    });

    it('are found in indexes, and so are the records', async () => {
      const digests = await plansOf(async (reads) => {
        const fingerprints = new SqlCertificateFingerprints(reads);
        await fingerprints.find(sha1);
        await fingerprints.find(sha256);
      });
      assert.match(digests[0]!, /certificate_sha1/);
      assert.match(digests[1]!, /certificate_sha256/);
      const records = await plansOf((reads) =>
        new SqlAuditReader(reads).ofCertificate({ caId: 7, serial: '5A1F', createdMs: CREATED_MS }, 10),
      );
      assert.match(records[0]!, /audit_record_time/);
      assert.match(records[1]!, /audit_record_certificate/);
    });
  });
}

/** Another fingerprint that begins in the same way. */
function alike(fingerprint: Uint8Array): Uint8Array {
  const other = fingerprint.slice();
  other[other.length - 1]! ^= 1;
  return other;
}

function insertion(
  serialNumber: SerialNumber,
  digests: { readonly sha1: Uint8Array; readonly sha256: Uint8Array },
): InsertCertificate {
  return {
    op: 'certificate.insert',
    certificate: {
      id: freshId(),
      caId: 7,
      serialNumber,
      der: asDer(DER),
      ...digests,
      subjectDn: 'CN=alice',
      subjectKey: randomBytes(32),
      subjectAltName: undefined,
      subjectKeyId: undefined,
      publicKeySha256: randomBytes(32),
      caSha1: randomBytes(20),
      endEntityId: undefined,
      username: 'alice',
      certificateProfileId: 1,
      endEntityProfileId: 11,
      type: 1,
      notBefore: 0,
      notAfter: 1,
      crlPartition: 0,
      accountBindingId: undefined,
      createdMs: CREATED_MS,
    },
  };
}

const ENTRY: AuditEntry = {
  event: 'CERT_CREATION',
  outcome: 'SUCCESS',
  actor: { name: 'CN=officer', evidence: { address: '10.0.0.1' } },
  caId: 7,
  serial: '5A1F',
  username: 'alice',
};
