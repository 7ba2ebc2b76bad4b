/** Prepared OCSP answers, on every kind of database. */
import { asDer, type SerialNumber, serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import type { ChangeRevocation, InsertCertificate, InsertUnknownCertificate } from '../../src/modules/ca/index.ts';
import type { PreparedAnswer } from '../../src/modules/ocsp/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import {
  ocspAnswerWriteDefinitions,
  SqlOcspAnswerStore,
} from '../../src/storage/stores/authorities/ocsp-answer-store.ts';
import { certificateWriteDefinitions } from '../../src/storage/stores/certificates/certificate-writes.ts';
import { contractDefinitions, freshId, unit } from './contract-writes.ts';
import { newCertificate } from './new-certificate.ts';
import type { TemporaryDatabase } from '../temporary-database.ts';

const bytes = (octets: number) => new Uint8Array(randomBytes(octets));
const numberOf = (text: string) => serialNumberFromBytes(new TextEncoder().encode(text));

const insertion = (certificate: InsertCertificate['certificate']): InsertCertificate => ({
  op: 'certificate.insert',
  certificate,
});

/** Defines the suite. */
export function describeOcspAnswers(kind: string, makeTemporary: () => Promise<TemporaryDatabase>): void {
  describe(`prepared OCSP answers on ${kind}`, () => {
    let temporary: TemporaryDatabase;
    let database: Database;
    let store: SqlOcspAnswerStore;
    before(async () => {
      temporary = await makeTemporary();
      const definitions = [...contractDefinitions, ...certificateWriteDefinitions, ...ocspAnswerWriteDefinitions];
      database = await openDatabase({ url: temporary.url, definitions, onBackgroundError: () => {} });
      store = new SqlOcspAnswerStore(database);
    });
    after(async () => {
      await database.close();
      await temporary.remove();
    });

    const commit = (...writes: readonly Write[]) => database.commit(unit(writes));
    const insert = async (given: Partial<PreparedAnswer> = {}): Promise<PreparedAnswer> => {
      const answer: PreparedAnswer = {
        id: freshId(),
        caId: freshId(),
        serialNumber: numberOf('m'),
        hashBits: 160,
        certificateVersion: 1,
        signerSha256: bytes(32),
        producedAt: 1_900_000_000,
        thisUpdate: 1_900_000_000,
        nextUpdate: 1_900_043_200,
        tbs: asDer<'OcspResponseData'>(bytes(200)),
        signature: bytes(70),
        ...given,
      };
      await commit({ op: 'ocsp-answer.insert', answer } as Write);
      return answer;
    };

    it('are found by CA, number and hash, and are one for each', async () => {
      const answer = await insert();
      const { caId, serialNumber } = answer;
      const other = await insert({ caId, hashBits: 256 });
      assert.deepEqual(await store.find({ caId, serialNumber, hashBits: 160 }), answer);
      assert.deepEqual(await store.find({ caId, serialNumber, hashBits: 256 }), other);
      assert.equal(await store.find({ caId, serialNumber: numberOf('n'), hashBits: 160 }), undefined);
      assert.equal(await store.find({ caId: freshId(), serialNumber, hashBits: 160 }), undefined);
      await assert.rejects(insert({ caId }), { code: 'storage.conflict', reason: 'exists' });
    });

    it('are listed by a range of numbers that begins behind its first', async () => {
      const caId = freshId();
      const [a, b, c] = [
        await insert({ caId, serialNumber: numberOf('a') }),
        await insert({ caId, serialNumber: numberOf('b') }),
        await insert({ caId, serialNumber: numberOf('c') }),
      ];
      await insert({ serialNumber: numberOf('b') });
      const list = async (after: SerialNumber | undefined, last: SerialNumber) =>
        (await store.listBetween(caId, after, last)).toSorted((one, other) =>
          one.serialNumber < other.serialNumber ? -1 : 1,
        );
      assert.deepEqual(await list(undefined, numberOf('b')), [a, b]);
      assert.deepEqual(await list(numberOf('a'), numberOf('c')), [b, c]);
    });

    it('give way to others once each', async () => {
      const first = await insert();
      const answer = { ...first, certificateVersion: 2, producedAt: first.producedAt + 60, signature: bytes(71) };
      const replace = { op: 'ocsp-answer.replace', answer, before: first.producedAt } as Write;
      await commit(replace);
      assert.deepEqual(await store.find(first), answer);
      await assert.rejects(commit(replace), { code: 'storage.conflict', reason: 'changed' });
    });

    it('are listed and deleted once they have ended', async () => {
      const early = await insert({ nextUpdate: 1000 });
      const late = await insert({ nextUpdate: 1001 });
      const ofEarly = { id: early.id, producedAt: early.producedAt };
      assert.deepEqual(await store.listEnded(1000, 10), []);
      assert.deepEqual(await store.listEnded(1001, 10), [ofEarly]);
      assert.deepEqual(await store.listEnded(1002, 1), [ofEarly]);
      await commit({ op: 'ocsp-answer.delete', ...ofEarly });
      assert.deepEqual(await store.listEnded(1002, 10), [{ id: late.id, producedAt: late.producedAt }]);
    });

    it('are made for certificates in the order of their numbers, with the state that an answer needs', async () => {
      const caId = freshId();
      const certificates = ['c', 'a', 'b'].map((text) => newCertificate(caId, numberOf(text), { notAfter: 900 }));
      for (const certificate of certificates) await commit(insertion(certificate));
      const [c, a, b] = certificates;
      const unknown: InsertUnknownCertificate = {
        op: 'certificate.insert-unknown',
        id: freshId(),
        caId,
        serialNumber: numberOf('d'),
        reason: 'SUPERSEDED',
        revokedAt: 3,
        invalidity: undefined,
        notAfter: 800,
        crlPartition: 0,
        createdMs: 1,
      };
      await commit(unknown);
      const revoke: ChangeRevocation = {
        op: 'certificate.change-revocation',
        id: b!.id,
        certificateProfileId: 1,
        expectedVersion: 1,
        status: 40,
        reason: 'KEY_COMPROMISE',
        revokedAt: 7,
        invalidity: undefined,
        updatedMs: 1,
      };
      await commit(revoke);
      const good = ({ serialNumber, caSha1 }: ReturnType<typeof newCertificate>) => {
        const record = { status: 20, reason: 'NOT_REVOKED', revokedAt: undefined, notAfter: 900, version: 1 };
        return { serialNumber, record: { ...record, caSha1: new Uint8Array(caSha1) } };
      };
      const revoked = { status: 40, reason: 'KEY_COMPROMISE', revokedAt: 7, version: 2 };
      const page = await store.listCertificates(caId, undefined, 2);
      assert.deepEqual(page, [good(a!), { ...good(b!), record: { ...good(b!).record, ...revoked } }]);
      const [third, fourth] = await store.listCertificates(caId, b!.serialNumber, 10);
      assert.deepEqual(third, good(c!));
      assert.deepEqual(fourth!.record, {
        status: 40,
        reason: 'SUPERSEDED',
        revokedAt: 3,
        notAfter: 800,
        version: 1,
        caSha1: new Uint8Array(),
      });
    });
  });
}
