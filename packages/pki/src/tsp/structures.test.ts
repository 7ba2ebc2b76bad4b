/** Requests, what time-stamps say, and statuses: bounds, forms and defects. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { encodeAlgorithmIdentifier, hashAlgorithmByName, NULL_PARAMETERS } from '../algorithm/index.ts';
import { DerReader, oid, type Oid, readDer, Tag, writeDer } from '../der/index.ts';
import { readAccuracy } from './accuracy.ts';
import { readGenTime } from './gen-time.ts';
import {
  accuracyMicroseconds,
  checkImprint,
  encodeTimeStampRequest,
  encodeTimeStampResponse,
  encodeTstInfo,
  findImprintAlgorithm,
  genTimeMicroseconds,
  genTimeOf,
  imprintAlgorithms,
  makeMessageImprint,
  parseTimeStampRequest,
  parseTimeStampResponse,
  parseTstInfo,
  type TstInfo,
} from './index.ts';
import { readMessageImprint } from './message-imprint.ts';

const sha256 = hashAlgorithmByName('SHA-256');
const messageImprint = makeMessageImprint(sha256, new Uint8Array(32).fill(7));
const extension = { oid: oid('1.2.3.4.8'), critical: true, value: Uint8Array.of(5, 0) };
const full = {
  messageImprint,
  policy: oid('1.2.3.4.1'),
  nonce: 5n,
  certificateRequested: true,
  extensions: [extension],
};
const tstInfo: TstInfo = {
  policy: oid('1.2.3.4.1'),
  messageImprint,
  serialNumber: 1n,
  genTime: { seconds: 1_795_284_702, fraction: '12' },
};

/** A request from its elements in hex. */
function requestOf(...elements: readonly (string | Uint8Array)[]): Uint8Array {
  return writeDer((writer) =>
    writer.sequence(() =>
      elements.forEach((one) => writer.raw(typeof one === 'string' ? Uint8Array.fromHex(one) : one)),
    ),
  );
}

describe('a request', () => {
  it('is read as it was written', () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    fc.assert(
      fc.property(
        fc.record(
          {
            policy: optional(fc.constant(oid('1.2.3.4.1'))),
            nonce: optional(fc.bigInt({ min: 0n, max: (1n << 511n) - 1n })),
            certificateRequested: fc.boolean(),
            extensions: fc.constantFrom([], [extension]),
          },
          { noNullPrototype: true },
        ),
        (fields) => {
          const der = encodeTimeStampRequest({ messageImprint, ...fields });
          const { messageImprint: imprint, ...rest } = parseTimeStampRequest(der);
          assert.deepEqual(rest, fields);
          assert.deepEqual(imprint.digest, messageImprint.digest);
        },
      ),
    );
  });

  it('is refused truncated at every octet, and with octets behind it', () => {
    const der = encodeTimeStampRequest(full);
    for (let length = 0; length < der.length; length++)
      assert.throws(() => parseTimeStampRequest(der.subarray(0, length)), { name: 'DerError' });
    assert.throws(() => parseTimeStampRequest(Buffer.concat([der, Uint8Array.of(0)])), { code: 'der.trailing_bytes' });
  });

  it('may say that it wants no certificate, which DER leaves out', () => {
    const request = parseTimeStampRequest(requestOf('020101', messageImprint.der, '010100'));
    assert.equal(request.certificateRequested, false);
  });

  it('is refused with another version, a nonce without bound, an extension twice, or more octets than are read', () => {
    const refused = (code: string, ...elements: readonly (string | Uint8Array)[]) =>
      assert.throws(() => parseTimeStampRequest(requestOf(...elements)), { code });
    refused('tsp.bad_version', '020102', messageImprint.der);
    const nonce = (octets: number) => `02${(0x8100 + octets).toString(16)}7f${'00'.repeat(octets - 1)}`;
    refused('tsp.too_large', '020101', messageImprint.der, `0241${'7f'.padEnd(130, '0')}`);
    refused('tsp.too_large', '020101', messageImprint.der, nonce(200));
    const one = '300806032a030404010a';
    refused('x509.duplicate_extension', '020101', messageImprint.der, `a014${one}${one}`);
    assert.throws(() => parseTimeStampRequest(new Uint8Array(16_385)), { code: 'tsp.too_large' });
  });

  it('takes a nonce of 64 octets, of either sign', () => {
    for (const nonce of [(1n << 511n) - 1n, -(1n << 511n), -1n, 0n]) {
      const element = writeDer((writer) => writer.integer(nonce));
      assert.equal(parseTimeStampRequest(requestOf('020101', messageImprint.der, element)).nonce, nonce);
    }
  });

  it('is not written with a negative nonce', () => {
    assert.throws(() => encodeTimeStampRequest({ messageImprint, nonce: -1n }), RangeError);
  });
});

describe('an imprint', () => {
  const imprint = (id: Oid, octets: number, parameters?: Uint8Array) =>
    readDer(
      writeDer((writer) =>
        writer.sequence(() =>
          writer.raw(encodeAlgorithmIdentifier(id, parameters)).octetString(new Uint8Array(octets)),
        ),
      ),
      readMessageImprint,
    );

  for (const algorithm of imprintAlgorithms) {
    it(`is good with the length of its algorithm and no other: ${algorithm.name}`, () => {
      const { oid: id, length } = algorithm;
      assert.deepEqual(checkImprint(imprint(id, length)), { status: 'good', algorithm });
      assert.deepEqual(checkImprint(imprint(id, length, NULL_PARAMETERS)), { status: 'good', algorithm });
      for (const octets of [0, length - 1, length + 1])
        assert.deepEqual(checkImprint(imprint(id, octets)), { status: 'bad-length', algorithm });
      assert.equal(findImprintAlgorithm(algorithm.name.toLowerCase()), algorithm);
      assert.throws(() => makeMessageImprint(algorithm, new Uint8Array(length + 1)), RangeError);
    });
  }

  it('is of an algorithm that nobody knows, or has parameters', () => {
    assert.equal(checkImprint(imprint(oid('1.2.3'), 32)).status, 'unknown-algorithm');
    assert.equal(checkImprint(imprint(sha256.oid, 32, Uint8Array.of(4, 0))).status, 'unknown-algorithm');
    assert.equal(findImprintAlgorithm('MD2'), undefined);
  });
});

describe('what a time-stamp says', () => {
  it('is read as it was written', () => {
    const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
    const part = optional(fc.integer({ min: 1, max: 999 }));
    const values = fc.record(
      {
        policy: fc.constant(oid('1.2.3.4.1')),
        serialNumber: fc.bigInt({ min: 1n, max: (1n << 160n) - 1n }),
        genTime: fc
          .tuple(fc.integer({ min: 0, max: 8_000_000_000_000_000 }), fc.nat(6))
          .map(([microseconds, digits]) => genTimeOf(microseconds, digits)),
        accuracy: optional(
          fc.record({ seconds: optional(fc.nat()), millis: part, micros: part }, { noNullPrototype: true }),
        ),
        ordering: fc.boolean(),
        nonce: optional(fc.bigInt({ min: -(1n << 200n), max: 1n << 200n })),
        tsa: optional(fc.constant({ type: 'dNSName', value: 'tsa.example.com' } as const)),
        extensions: fc.constantFrom([], [extension]),
      },
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(values, fc.boolean(), (value, writeOrdering) => {
        const der = encodeTstInfo({ ...value, messageImprint }, { writeOrdering });
        const { messageImprint: imprint, ...rest } = parseTstInfo(der);
        assert.deepEqual(rest, value);
        assert.deepEqual(imprint.der, messageImprint.der);
      }),
    );
  });

  it('writes out that times are not ordered when it is told to', () => {
    const plain = encodeTstInfo(tstInfo);
    const written = encodeTstInfo(tstInfo, { writeOrdering: true });
    assert.equal(written.length, plain.length + 3);
    assert.equal(written.subarray(-3).toHex(), '010100');
  });

  it('has a serial number that is positive and of at most 160 bits', () => {
    for (const serialNumber of [0n, -1n, 1n << 160n])
      assert.throws(() => encodeTstInfo({ ...tstInfo, serialNumber }), RangeError);
  });

  it('is refused truncated at every octet', () => {
    const der = encodeTstInfo({ ...tstInfo, ...full, ordering: true, accuracy: { seconds: 1, millis: 2, micros: 3 } });
    for (let length = 0; length < der.length; length++)
      assert.throws(() => parseTstInfo(der.subarray(0, length)), { name: 'DerError' });
  });
});

describe('a time', () => {
  const read = (written: string) => {
    const der = writeDer((writer) => writer.ascii(written, Tag.generalizedTime));
    return readGenTime(new DerReader(der));
  };

  it('is cut to the digits asked for, without zeros at the end', () => {
    const fraction = (microseconds: number, digits: number) => genTimeOf(microseconds, digits).fraction;
    assert.equal(fraction(1_999_999, 6), '999999');
    assert.equal(fraction(1_999_999, 3), '999');
    assert.equal(fraction(1_120_000, 3), '12');
    assert.equal(fraction(1_000_900, 3), '');
    assert.equal(fraction(1_000_009, 6), '000009');
    assert.equal(fraction(1_999_999, 0), '');
    assert.deepEqual(genTimeOf(-1, 6), { seconds: -1, fraction: '999999' });
  });

  it('is the same time in microseconds again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 8_000_000_000_000_000 }), (microseconds) => {
        assert.equal(genTimeMicroseconds(genTimeOf(microseconds, 6)), microseconds);
      }),
    );
    assert.equal(genTimeMicroseconds({ seconds: 1, fraction: '1234567' }), 1_123_456);
  });

  it('is read with up to 32 digits after the point', () => {
    assert.deepEqual(read('20261121181142Z'), { seconds: 1_795_284_702, fraction: '' });
    assert.deepEqual(read('20261121181142.04Z'), { seconds: 1_795_284_702, fraction: '04' });
    const digits = '1'.repeat(32);
    assert.equal(read(`20261121181142.${digits}Z`).fraction, digits);
    assert.throws(() => read(`20261121181142.${digits}1Z`), { code: 'tsp.bad_time' });
  });

  it('is refused in every other form (RFC 3161 §2.4.2)', () => {
    for (const fraction of ['.Z', '.0Z', '.50Z', '.5', '.5X', '.-5Z', '.5+0100', ',5Z', '.5ZZ', '. 5Z'])
      assert.throws(() => read(`20261121181142${fraction}`), { code: /^(?:tsp\.bad_time|der\.bad_value)$/ });
    for (const whole of ['20261321181142.5Z', '202611211811.5Z', '.5Z', '20261121181142.5Z.5Z'])
      assert.throws(() => read(whole), { code: /^(?:tsp\.bad_time|der\.bad_value)$/ });
  });
});

describe('an accuracy', () => {
  const read = (hex: string) => readDer(Uint8Array.fromHex(hex), readAccuracy);

  it('adds up', () => {
    assert.equal(accuracyMicroseconds({ seconds: 1, millis: 500, micros: 100 }), 1_500_100);
    assert.equal(accuracyMicroseconds({}), 0);
  });

  it('is refused with a part out of its range', () => {
    assert.throws(() => read('3003800100'), { code: 'tsp.bad_value' });
    assert.throws(() => read('3004800203e8'), { code: 'der.out_of_range' });
    assert.throws(() => read('30038001ff'), { code: 'der.out_of_range' });
    for (const accuracy of [{ millis: 1000 }, { micros: -1 }, { seconds: 0.5 }])
      assert.throws(() => encodeTstInfo({ ...tstInfo, accuracy }), RangeError);
  });
});

describe('a response', () => {
  it('is each failure, alone and together', () => {
    const all = [
      'badAlg',
      'badRequest',
      'badDataFormat',
      'timeNotAvailable',
      'unacceptedPolicy',
      'unacceptedExtension',
      'addInfoNotAvailable',
      'systemFailure',
    ] as const;
    for (const failures of [...all.map((one) => [one]), all, []]) {
      const status = { status: 'rejection', texts: ['no', 'nein'], failures } as const;
      const read = parseTimeStampResponse(encodeTimeStampResponse({ status, token: undefined }));
      assert.deepEqual(read, { status, token: undefined });
    }
  });

  it('has the bits that RFC 3161 numbers', () => {
    const status = { status: 'rejection', failures: ['badDataFormat', 'systemFailure'] } as const;
    assert.equal(encodeTimeStampResponse({ status, token: undefined }).toHex(), '300c300a02010203050604000040');
  });

  it('is refused with a status or failure that is not defined', () => {
    const refused = (hex: string) =>
      assert.throws(() => parseTimeStampResponse(Uint8Array.fromHex(hex)), { code: 'tsp.bad_value' });
    refused('30053003020106');
    refused('3009300702010203020640');
    refused('300e300c020102030705000000000080');
  });

  it('has a token exactly when one is granted', () => {
    const read = (hex: string) => () => parseTimeStampResponse(Uint8Array.fromHex(hex));
    assert.throws(read('30053003020100'), { code: 'tsp.bad_response' });
    assert.throws(read('300730030201023000'), { code: 'tsp.bad_response' });
    const token = Uint8Array.of(0x30, 0);
    assert.throws(() => encodeTimeStampResponse({ status: { status: 'granted' }, token: undefined }), RangeError);
    assert.throws(() => encodeTimeStampResponse({ status: { status: 'rejection' }, token }), RangeError);
  });
});
