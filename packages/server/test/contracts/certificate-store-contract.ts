/** Storing and finding of certificates, on every kind of database. */
import { serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import {
  type ArchiveCertificate,
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type ChangeRevocation,
  type InsertCertificate,
  type InsertUnknownCertificate,
  type NewCertificate,
  type NotifyAboutExpiration,
} from '../../src/modules/ca/index.ts';
import { EPOCH_MOVE } from '../../src/modules/configuration/index.ts';
import { CERTIFICATE_PROFILE_ID } from '../../src/modules/profiles/index.ts';
import { SqlCertificateStore } from '../../src/storage/stores/certificates/certificate-store.ts';
import { certificateWriteDefinitions } from '../../src/storage/stores/certificates/certificate-writes.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { freshId, unit } from './contract-writes.ts';
import { newCertificate } from './new-certificate.ts';
import { openForSuite } from './suite-database.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

/** Defines the suite. */
export function describeCertificateStore(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`certificates on ${kind}`, () => {
    let database: Database;
    let store: SqlCertificateStore;
    openForSuite(makeTemporary, certificateWriteDefinitions, (opened) => {
      database = opened;
      store = new SqlCertificateStore(database);
    });

    const commit = (write: Write) => database.commit(unit([write]));
    const issue = async (
      caId: number,
      text: string,
      changes: Partial<NewCertificate> = {},
    ): Promise<NewCertificate> => {
      const write: InsertCertificate = {
        op: 'certificate.insert',
        certificate: { ...certificate(caId, text, 900), ...changes },
      };
      await commit(write);
      return write.certificate;
    };
    const insert = async (caId: number, text: string, notAfter: number): Promise<number> =>
      (await issue(caId, text, { notAfter })).id;
    const [first, last] = [numberOf('SEIS00000'), numberOf('SEISZZZZZ')];

    it('are active, or revoked from the beginning', async () => {
      const caId = freshId();
      const active = await issue(caId, 'A');
      const held = await issue(caId, 'B', { revocation: { reason: 'CERTIFICATE_HOLD', revokedAt: 77 } });
      const stateOf = async ({ serialNumber }: NewCertificate) => {
        const { status, reason, revokedAt, version } = (await store.findCertificate(caId, serialNumber))!;
        return [status, reason, revokedAt, version];
      };
      assert.deepEqual(await stateOf(active), [CERTIFICATE_STATUS.active, 'NOT_REVOKED', undefined, 1]);
      assert.deepEqual(await stateOf(held), [CERTIFICATE_STATUS.revoked, 'CERTIFICATE_HOLD', 77, 1]);
    });

    it('of an end entity end last with the one that is active and ends last', async () => {
      const [caId, endEntityId] = [freshId(), freshId()];
      assert.equal(await store.findLastEnd(endEntityId, 100), undefined);
      await issue(caId, 'A', { endEntityId, notAfter: 300 });
      await issue(caId, 'B', { endEntityId, notAfter: 500 });
      await issue(caId, 'C', { endEntityId, notAfter: 200 });
      await issue(caId, 'D', { endEntityId: freshId(), notAfter: 900 });
      const revoked = await issue(caId, 'E', { endEntityId, notAfter: 700 });
      const revocation: ChangeRevocation = {
        op: 'certificate.change-revocation',
        id: revoked.id,
        certificateProfileId: 1,
        expectedVersion: 1,
        status: CERTIFICATE_STATUS.revoked,
        reason: 'SUPERSEDED',
        revokedAt: 1,
        invalidity: undefined,
        updatedMs: 1,
      };
      await commit(revocation);
      assert.deepEqual(await Promise.all([100, 500, 501].map((now) => store.findLastEnd(endEntityId, now))), [
        500,
        500,
        undefined,
      ]);
    });

    it('of an end entity that are on hold are found, expired or not', async () => {
      const [caId, endEntityId] = [freshId(), freshId()];
      const [held, later, superseded] = [
        await issue(caId, 'A', { endEntityId, notAfter: 300 }),
        await issue(caId, 'B', { endEntityId, notAfter: 500 }),
        await issue(caId, 'C', { endEntityId, notAfter: 500 }),
      ];
      await issue(caId, 'D', { endEntityId });
      for (const { id } of [held, later, superseded]) {
        const revocation: ChangeRevocation = {
          op: 'certificate.change-revocation',
          id,
          certificateProfileId: 1,
          expectedVersion: 1,
          status: CERTIFICATE_STATUS.revoked,
          reason: id === superseded.id ? 'SUPERSEDED' : 'CERTIFICATE_HOLD',
          revokedAt: 1,
          invalidity: undefined,
          updatedMs: 1,
        };
        await commit(revocation);
      }
      const found = async (limit: number) => (await store.findHeldOfEndEntity(endEntityId, limit)).map(({ id }) => id);
      const inOrder = [held.id, later.id].toSorted((a, b) => a - b);
      assert.deepEqual(await found(9), inOrder);
      assert.deepEqual(await found(1), inOrder.slice(0, 1));
    });

    it('are found by issuer and serial number as they were stored', async () => {
      const caId = freshId();
      const endEntityId = freshId();
      const stored = await issue(caId, 'A', { endEntityId, username: 'user', crlPartition: 7 });
      await issue(freshId(), 'A');
      const found = (await store.findCertificate(caId, numberOf('A')))!;
      assert.equal(found.der.toHex(), stored.der.toHex());
      assert.deepEqual(
        { ...found, der: undefined },
        {
          id: stored.id,
          caId,
          serialNumber: stored.serialNumber,
          der: undefined,
          endEntityId,
          username: 'user',
          certificateProfileId: 1,
          endEntityProfileId: 0,
          crlPartition: 7,
          status: CERTIFICATE_STATUS.active,
          reason: 'NOT_REVOKED',
          revokedAt: undefined,
          invalidity: undefined,
          version: 1,
        },
      );
      assert.equal(await store.findCertificate(caId, numberOf('B')), undefined);
    });

    it('have serial numbers that their issuer uses once', async () => {
      const caId = freshId();
      await issue(caId, 'A');
      await assert.rejects(issue(caId, 'A'), { code: 'storage.conflict', reason: 'exists' });
      await assert.rejects(commit(unknownCertificate(caId, 'A')), { code: 'storage.conflict', reason: 'exists' });
    });

    it('stand as they are, each known by its fingerprint, or by its serial number alone', async () => {
      const caId = freshId();
      const { id, sha256 } = await issue(caId, 'A');
      const standing = async (text: string) => {
        const found = await store.findStatus(caId, numberOf(text));
        return found && { ...found, sha256: found.sha256?.toHex() };
      };
      assert.deepEqual(await standing('A'), { status: CERTIFICATE_STATUS.active, sha256: sha256.toHex() });
      await commit(revocation(id, 1));
      assert.deepEqual(await standing('A'), { status: CERTIFICATE_STATUS.revoked, sha256: sha256.toHex() });
      await commit(unknownCertificate(caId, 'B'));
      assert.deepEqual(await standing('B'), { status: CERTIFICATE_STATUS.revoked, sha256: undefined });
      assert.equal(await standing('C'), undefined);
    });

    it('are revoked by callers who have seen the last change', async () => {
      const caId = freshId();
      const { id } = await issue(caId, 'A');
      await commit(revocation(id, 1));
      await assert.rejects(commit(revocation(id, 1)), { code: 'storage.conflict', reason: 'changed' });
      const { status, reason, revokedAt, invalidity, version } = (await store.findCertificate(caId, numberOf('A')))!;
      assert.deepEqual(
        { status, reason, revokedAt, invalidity, version },
        { status: CERTIFICATE_STATUS.revoked, reason: 'SUPERSEDED', revokedAt: 1, invalidity: undefined, version: 2 },
      );
    });

    it('keep their reason in the archive', async () => {
      const caId = freshId();
      const { id } = await issue(caId, 'A');
      await commit(revocation(id, 1));
      const archive: ArchiveCertificate = { op: 'certificate.archive', id, updatedMs: 5 };
      await commit(archive);
      const { status, reason } = (await store.findCertificate(caId, numberOf('A')))!;
      assert.deepEqual([status, reason], [CERTIFICATE_STATUS.archived, 'SUPERSEDED']);
    });

    it('tell whether a CA has certified anybody but itself', async () => {
      const caId = freshId();
      assert.equal(await store.hasIssued(caId), false);
      await issue(caId, 'A', { type: CERTIFICATE_TYPE.rootCa });
      assert.equal(await store.hasIssued(caId), false);
      await issue(caId, 'B');
      assert.equal(await store.hasIssued(caId), true);
    });

    it('tell of a CA that has certified its OCSP responder alone that it has certified nobody', async () => {
      const ofResponder = { certificateProfileId: CERTIFICATE_PROFILE_ID.OCSPSIGNER };
      const caId = freshId();
      await issue(caId, 'A', { type: CERTIFICATE_TYPE.rootCa });
      await issue(caId, 'B', ofResponder);
      assert.equal(await store.hasIssued(caId), false);
      // Somebody has asked for these, or they are of another kind.
      const others: Partial<NewCertificate>[] = [
        { ...ofResponder, endEntityId: freshId() },
        { ...ofResponder, endEntityProfileId: 1 },
        { ...ofResponder, type: CERTIFICATE_TYPE.subCa },
        { certificateProfileId: CERTIFICATE_PROFILE_ID.ENDUSER },
      ];
      for (const changes of others) {
        const other = freshId();
        await issue(other, 'B', ofResponder);
        await issue(other, 'C', changes);
        assert.equal(await store.hasIssued(other), true, JSON.stringify(changes));
      }
    });

    it('tell OCSP responders their status, together with the epoch of the configuration', async () => {
      const caId = freshId();
      const { id, caSha1, notAfter } = await issue(caId, 'A');
      const told = async (text: string) => {
        const { epoch, record } = await store.findStatusAndEpoch(caId, numberOf(text));
        return { epoch, record: record && { ...record, caSha1: record.caSha1.toHex() } };
      };
      const { active, notifiedAboutExpiration, revoked, archived } = CERTIFICATE_STATUS;
      const epoch = await database.readEpoch();
      const fresh = { reason: 'NOT_REVOKED', revokedAt: undefined, notAfter, caSha1: caSha1.toHex(), version: 1 };
      assert.deepEqual(await told('A'), { epoch, record: { ...fresh, status: active } });
      assert.deepEqual(await told('B'), { epoch, record: undefined });
      await issue(freshId(), 'B');
      assert.deepEqual(await told('B'), { epoch, record: undefined });
      await commit({ op: 'certificate.notify-about-expiration', id, updatedMs: 4 } as NotifyAboutExpiration);
      const notified = (await told('A')).record!;
      assert.deepEqual({ ...notified, version: 1 }, { ...fresh, status: notifiedAboutExpiration });
      await commit(revocation(id, notified.version));
      const version = notified.version + 1;
      const ended = { ...fresh, reason: 'SUPERSEDED', revokedAt: 1, version };
      assert.deepEqual((await told('A')).record, { ...ended, status: revoked });
      await commit({ op: 'certificate.archive', id, updatedMs: 5 } as ArchiveCertificate);
      const { status, reason } = (await told('A')).record!;
      assert.deepEqual([status, reason], [archived, 'SUPERSEDED']);
      await commit(unknownCertificate(caId, 'C'));
      const bare = (await told('C')).record!;
      assert.deepEqual([bare.status, bare.caSha1], [revoked, '']);
      await commit(EPOCH_MOVE);
      assert.equal((await told('A')).epoch, epoch + 1);
      assert.equal((await told('B')).epoch, epoch + 1);
    });

    it('of an end entity are found while they are in force, as many as are asked for', async () => {
      const [caId, endEntityId] = [freshId(), freshId()];
      const { id: revoked } = await issue(caId, 'A', { endEntityId });
      await commit(revocation(revoked, 1));
      await issue(caId, 'B', { endEntityId, notAfter: 99 });
      const id = freshId();
      await issue(caId, 'C', { id: id + 1, endEntityId });
      await issue(caId, 'D', { id, endEntityId, notAfter: 100 });
      await issue(caId, 'E', { endEntityId: freshId() });
      const found = async (limit: number) =>
        (await store.findActiveOfEndEntity(endEntityId, 100, limit)).map(({ id }) => id);
      assert.deepEqual(await found(10), [id, id + 1]);
      assert.deepEqual(await found(1), [id]);
    });

    it('are found by a range of numbers of one length while one is in force', async () => {
      const caId = freshId();
      assert.equal(await store.hasActiveBetween(caId, first, last, 0), false);
      await insert(caId, 'SEIS00002', 200);
      await insert(caId, 'SEIS00001', 100);
      assert.equal(await store.hasActiveBetween(caId, first, last, 200), true);
      assert.equal(await store.hasActiveBetween(caId, first, last, 201), false);
    });

    it('are not found in a range of another length, nor of another CA', async () => {
      const caId = freshId();
      // Between the ends of the range as octets.
      await insert(caId, 'SEIS000009', 900);
      await insert(caId, 'SEIT00000', 900);
      await insert(freshId(), 'SEIS00003', 900);
      assert.equal(await store.hasActiveBetween(caId, first, last, 0), false);
    });

    it('of a CA are listed in the order of their numbers, a few at a time', async () => {
      const caId = freshId();
      for (const text of ['c', 'a', 'bb', 'b']) await insert(caId, text, 900);
      await insert(freshId(), 'ab', 900);
      const list = async (after: string | undefined, limit: number) => {
        const records = await store.listAfter(caId, after === undefined ? undefined : numberOf(after), limit);
        return records.map(({ serialNumber }) => serialNumber);
      };
      assert.deepEqual(await list(undefined, 3), ['a', 'b', 'bb'].map(numberOf));
      assert.deepEqual(await list('bb', 3), [numberOf('c')]);
      assert.deepEqual(await list('c', 3), []);
    });

    it('are not found once they are revoked', async () => {
      const caId = freshId();
      const id = await insert(caId, 'SEIS00001', 900);
      await commit(revocation(id, 1));
      assert.equal(await store.hasActiveBetween(caId, first, last, 0), false);
    });
  });
}

function revocation(id: number, expectedVersion: number): ChangeRevocation {
  return {
    op: 'certificate.change-revocation',
    id,
    certificateProfileId: 1,
    expectedVersion,
    status: CERTIFICATE_STATUS.revoked,
    reason: 'SUPERSEDED',
    revokedAt: 1,
    invalidity: undefined,
    updatedMs: 1,
  };
}

function unknownCertificate(caId: number, text: string): InsertUnknownCertificate {
  return {
    op: 'certificate.insert-unknown',
    id: freshId(),
    caId,
    serialNumber: numberOf(text),
    reason: 'SUPERSEDED',
    revokedAt: 1,
    invalidity: undefined,
    notAfter: undefined,
    crlPartition: 0,
    createdMs: 1,
  };
}

function numberOf(text: string) {
  return serialNumberFromBytes(new TextEncoder().encode(text));
}

function certificate(caId: number, text: string, notAfter: number): NewCertificate {
  return newCertificate(caId, numberOf(text), { subjectDn: `CN=${text}`, notAfter });
}
