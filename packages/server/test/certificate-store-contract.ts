/** What is found of certificates by ranges of their numbers, on every kind of database. */
import { asDer, serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  CERTIFICATE_STATUS,
  CERTIFICATE_TYPE,
  type ChangeRevocation,
  type InsertCertificate,
  type NewCertificate,
} from '../src/modules/ca/index.ts';
import { certificateWriteDefinitions, SqlCertificateStore } from '../src/storage/certificate-store.ts';
import type { Database } from '../src/storage/database.ts';
import { openDatabase } from '../src/storage/open-database.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

/** Defines the suite. */
export function describeCertificateStore(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`certificates on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let store: SqlCertificateStore;
    before(async () => {
      temporary = await makeTemporary();
      database = await openDatabase({
        url: temporary.url,
        definitions: [...contractDefinitions, ...certificateWriteDefinitions],
        onBackgroundError: () => {},
      });
      store = new SqlCertificateStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const insert = async (caId: number, text: string, notAfter: number): Promise<number> => {
      const write: InsertCertificate = { op: 'certificate.insert', certificate: certificate(caId, text, notAfter) };
      await database.commit(unit([write]));
      return write.certificate.id;
    };
    const [first, last] = [numberOf('SEIS00000'), numberOf('SEISZZZZZ')];

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
      const change: ChangeRevocation = {
        op: 'certificate.change-revocation',
        id,
        expectedVersion: 1,
        status: CERTIFICATE_STATUS.revoked,
        reason: 'SUPERSEDED',
        revokedAt: 1,
        invalidity: undefined,
        updatedMs: 1,
      };
      await database.commit(unit([change]));
      assert.equal(await store.hasActiveBetween(caId, first, last, 0), false);
    });
  });
}

function numberOf(text: string) {
  return serialNumberFromBytes(new TextEncoder().encode(text));
}

function certificate(caId: number, text: string, notAfter: number): NewCertificate {
  return {
    id: freshId(),
    caId,
    serialNumber: numberOf(text),
    der: asDer<'CvCertificate'>(randomBytes(20)),
    sha1: randomBytes(20),
    sha256: randomBytes(32),
    subjectDn: `CN=${text}`,
    subjectKey: randomBytes(32),
    subjectAltName: undefined,
    subjectKeyId: undefined,
    publicKeySha256: randomBytes(32),
    caSha1: randomBytes(20),
    endEntityId: undefined,
    username: undefined,
    certificateProfileId: 1,
    endEntityProfileId: 0,
    type: CERTIFICATE_TYPE.endEntity,
    notBefore: 0,
    notAfter,
    crlPartition: 0,
    accountBindingId: undefined,
    createdMs: 0,
  };
}
