/** What is found of certificates by ranges of their numbers, on every kind of database. */
import { asDer, serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { CERTIFICATE_TYPE, type InsertCertificate, type NewCertificate } from '../src/modules/ca/index.ts';
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

    let createdMs = 0;
    const insert = async (caId: number, text: string, notAfter: number): Promise<number> => {
      const made = { ...certificate(caId, text, notAfter), createdMs: ++createdMs };
      const write: InsertCertificate = { op: 'certificate.insert', certificate: made };
      await database.commit(unit([write]));
      return write.certificate.id;
    };

    it('are found by a range of numbers of one length: the one that was stored last', async () => {
      const caId = freshId();
      const [first, last] = [numberOf('SEIS00000'), numberOf('SEISZZZZZ')];
      assert.equal(await store.findNewestBetween(caId, first, last), undefined);
      await insert(caId, 'SEIS00002', 200);
      const newest = await insert(caId, 'SEIS00001', 100);
      // Between the ends of the range as octets, and of another length.
      await insert(caId, 'SEIS000009', 900);
      await insert(caId, 'SEIT00000', 900);
      await insert(freshId(), 'SEIS00003', 900);
      assert.deepEqual(await store.findNewestBetween(caId, first, last), {
        id: newest,
        serialNumber: numberOf('SEIS00001'),
        notAfter: 100,
      });
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
