/** Prepared OCSP answers, on every kind of database. */
import { asDer, serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Write } from '../../src/kernel/unit-of-work.ts';
import type { InsertCertificate } from '../../src/modules/ca/index.ts';
import type { PreparedAnswer } from '../../src/modules/ocsp/index.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import {
  ocspAnswerWriteDefinitions,
  SqlOcspAnswerStore,
} from '../../src/storage/stores/authorities/ocsp-answer-store.ts';
import { certificateWriteDefinitions } from '../../src/storage/stores/certificates/certificate-writes.ts';
import { freshId, unit } from './contract-writes.ts';
import { newCertificate } from './new-certificate.ts';
import { openForSuite } from './suite-database.ts';
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
    let database: Database;
    let store: SqlOcspAnswerStore;
    openForSuite(makeTemporary, [...certificateWriteDefinitions, ...ocspAnswerWriteDefinitions], (opened) => {
      database = opened;
      store = new SqlOcspAnswerStore(database);
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

    it('are due for certificates that have none, or one that is old, short, of the future, another version or another signer', async () => {
      const caId = freshId();
      const caSha1 = bytes(20);
      const signerSha256 = bytes(32);
      const certificate = (text: string, notAfter = 2_000_000_000, sha1 = caSha1) =>
        commit(insertion(newCertificate(caId, numberOf(text), { notAfter, caSha1: sha1 })));
      const given = { caId, signerSha256, producedAt: 1_900_000_100, nextUpdate: 1_900_043_299 };
      const unlike: Readonly<Record<string, Partial<PreparedAnswer> | undefined>> = {
        a: undefined,
        b: {},
        c: { producedAt: 1_900_000_050, nextUpdate: 1_900_043_249 },
        d: { nextUpdate: 1_900_043_298 },
        e: { producedAt: 1_900_001_001, nextUpdate: 1_900_044_200 },
        f: { certificateVersion: 2 },
        g: { signerSha256: bytes(32) },
        h: { hashBits: 256 },
        i: { producedAt: 1_900_000_051, nextUpdate: 1_900_043_250 },
      };
      const stored = new Map<string, PreparedAnswer>();
      for (const [text, other] of Object.entries(unlike)) {
        await certificate(text);
        if (other !== undefined) stored.set(text, await insert({ ...given, serialNumber: numberOf(text), ...other }));
      }
      await certificate('ended', 1_900_000_999);
      await certificate('last', 1_900_001_000);
      await certificate('other', undefined, bytes(20));
      const query = {
        caId,
        after: undefined,
        last: undefined,
        hashBits: 160,
        caSha1,
        now: 1_900_001_000,
        signerSha256,
        producedUntil: 1_900_000_050,
        validitySeconds: 43_199,
      };
      const list = async (range = {}) =>
        (await store.listDue({ ...query, ...range })).toSorted((one, other) =>
          one.serialNumber < other.serialNumber ? -1 : 1,
        );
      const numbersOf = (texts: readonly string[]) => texts.map(numberOf).toSorted();
      const numbers = async (range = {}) => (await list(range)).map(({ serialNumber }) => serialNumber).toSorted();
      assert.deepEqual(await numbers(), numbersOf(['a', 'c', 'd', 'e', 'f', 'g', 'h', 'last']));
      assert.deepEqual(await numbers({ after: numberOf('c'), last: numberOf('e') }), numbersOf(['d', 'e']));
      const [a, c] = await list({ last: numberOf('c') });
      const record = { status: 20, reason: 'NOT_REVOKED', revokedAt: undefined, notAfter: 2_000_000_000 };
      assert.deepEqual(a, {
        serialNumber: numberOf('a'),
        record: { ...record, version: 1, caSha1 },
        before: undefined,
      });
      const { id, certificateVersion, producedAt, nextUpdate } = stored.get('c')!;
      assert.deepEqual(c!.before, { id, certificateVersion, signerSha256, producedAt, nextUpdate });
      assert.equal(await store.findNth(caId, undefined, 2), numberOf('b'));
      assert.equal(await store.findNth(caId, numberOf('g'), 2), numberOf('i'));
      assert.equal(await store.findNth(caId, undefined, 13), undefined);
    });
  });
}
