/** Entries are found in an index as they are by walking through the list. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { TestCa } from '../../../../test/pki/test-pki.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { assembleCrl, Crl, type CrlEntryFields, encodeCrlEntry, encodeTbsCrl } from '../crl/index.ts';
import { oid, writeDer } from '../der/index.ts';
import { writeExtensions } from '../certificate/extensions.ts';
import { PkiError } from '../errors.ts';
import { writeGeneralNames } from '../general-name/index.ts';
import { DistinguishedName } from '../name/index.ts';
import { serialNumberFromHex, serialNumberToBytes } from '../serial-number.ts';
import { indexCrl, IndexedCrl } from './index.ts';

const NOW = Date.UTC(2026, 0, 1) / 1000;
const LISTS = DistinguishedName.parse('CN=Lists');
const OTHER = DistinguishedName.parse('CN=Other');
const algorithm = signatureAlgorithmByName('Ed25519');

function listOf(entries: readonly Uint8Array[]): Crl {
  const tbs = encodeTbsCrl({
    signatureAlgorithm: algorithm,
    issuer: LISTS.der,
    thisUpdate: NOW,
    nextUpdate: NOW + 1,
    entries,
    extensions: [],
  });
  return Crl.parse(assembleCrl(tbs, algorithm, new Uint8Array(64)));
}

function entry(serial: string, changes: Partial<CrlEntryFields> = {}): Uint8Array {
  return encodeCrlEntry({ serialNumber: serialNumberFromHex(serial), revocationDate: NOW, ...changes });
}

function issuerOf(name: DistinguishedName): Uint8Array {
  return writeDer((writer) => writeGeneralNames(writer, [{ type: 'directoryName', value: name }]));
}

function certificate(serial: string, issuer = LISTS): Pick<Certificate, 'issuer' | 'serialNumberText'> {
  return { issuer, serialNumberText: serialNumberFromHex(serial) };
}

describe('a CRL with an index', () => {
  it('has every entry that there is, whatever their order, and no other', () => {
    const serials = Array.from({ length: 500 }, (_, at) => ((at * 7919 + 1) % 100_003).toString(16));
    const list = new IndexedCrl(listOf(serials.map((serial, at) => entry(serial, { revocationDate: NOW - at }))));
    for (const [at, serial] of serials.entries())
      assert.deepEqual(list.entryOf(certificate(serial)), { reason: 'UNSPECIFIED', revokedAt: NOW - at });
    for (let other = 1; other < 3000; other++) {
      const serial = other.toString(16);
      if (!serials.includes(serial)) assert.equal(list.entryOf(certificate(serial)), undefined);
    }
  });

  it('has none when it is empty', () => {
    assert.equal(new IndexedCrl(listOf([])).entryOf(certificate('1')), undefined);
  });

  it('gives the first of several entries of one number', () => {
    const list = new IndexedCrl(listOf([entry('2'), entry('1', { reason: 'SUPERSEDED' }), entry('1')]));
    assert.deepEqual(list.entryOf(certificate('1')), { reason: 'SUPERSEDED', revokedAt: NOW });
  });

  it('gives one that revokes before one that takes back, which counts alone', () => {
    const removal = entry('1', { reason: 'REMOVE_FROM_CRL' });
    const revocation = entry('1', { reason: 'KEY_COMPROMISE', revocationDate: NOW - 5 });
    for (const entries of [
      [removal, revocation],
      [revocation, removal],
    ])
      assert.deepEqual(new IndexedCrl(listOf(entries)).entryOf(certificate('1')), {
        reason: 'KEY_COMPROMISE',
        revokedAt: NOW - 5,
      });
    assert.deepEqual(new IndexedCrl(listOf([removal, entry('2')])).entryOf(certificate('1')), {
      reason: 'REMOVE_FROM_CRL',
      revokedAt: NOW,
    });
  });

  it('tells the issuers of an indirect list apart', () => {
    const list = new IndexedCrl(
      listOf([
        entry('5'),
        entry('7', { certificateIssuer: issuerOf(OTHER), reason: 'SUPERSEDED' }),
        entry('5', { reason: 'KEY_COMPROMISE' }),
        entry('3', { certificateIssuer: issuerOf(LISTS) }),
        entry('9'),
      ]),
    );
    const reasonOf = (serial: string, issuer?: DistinguishedName) => {
      const found = list.entryOf(certificate(serial, issuer));
      return typeof found === 'object' ? found.reason : found;
    };
    assert.deepEqual(
      ['3', '5', '7', '9'].map((serial) => [reasonOf(serial), reasonOf(serial, OTHER)]),
      [
        ['UNSPECIFIED', undefined],
        ['UNSPECIFIED', 'KEY_COMPROMISE'],
        [undefined, 'SUPERSEDED'],
        ['UNSPECIFIED', undefined],
      ],
    );
  });

  it('says nothing of any certificate with something critical that nobody knows, wherever it stands', () => {
    const critical = writeDer((writer) =>
      writer.sequence(() => {
        writer.unsignedInteger(serialNumberToBytes(serialNumberFromHex('9'))).time(NOW);
        writeExtensions(writer, [{ oid: oid('1.2.3'), critical: true, value: Uint8Array.of(5, 0) }]);
      }),
    );
    const list = new IndexedCrl(listOf([entry('1'), critical]));
    for (const serial of ['1', '2', '9']) assert.equal(list.entryOf(certificate(serial)), 'unusable');
  });

  it('is refused with an entry that cannot be read, wherever it stands', () => {
    const crl = listOf([entry('1'), Uint8Array.of(0x30, 0x02, 0x05, 0x00)]);
    assert.throws(() => indexCrl(crl), PkiError);
    assert.throws(() => new IndexedCrl(crl).entryOf(certificate('1')), PkiError);
  });

  it('verifies a signature once for each key', ({ mock }) => {
    const ca = TestCa.root('CN=Root');
    const list = new IndexedCrl(Crl.parse(ca.issueCrl()));
    const { mock: calls } = mock.method(Crl.prototype, 'verify');
    const other = TestCa.root('CN=Root').certificate.publicKey;
    for (let time = 0; time < 3; time++) {
      assert.equal(list.verify(ca.certificate.publicKey), true);
      assert.equal(list.verify(other), false);
    }
    assert.equal(calls.callCount(), 2);
    assert.equal(list.knownSignature(other), false);
  });
});
