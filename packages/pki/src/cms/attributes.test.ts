import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { hashAlgorithmByName } from '../algorithm/index.ts';
import { oid, writeDer } from '../der/index.ts';
import {
  type CmsAttributeType,
  commitmentType,
  COMMITMENT_TYPES,
  CONTENT_TYPES,
  contentHints,
  mimeType,
  signaturePolicy,
  signerLocation,
  signingCertificate,
  signingCertificateV2,
  signingTime,
} from './index.ts';

const word = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
const line = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' });
const sha384 = hashAlgorithmByName('SHA-384');
const sha256 = hashAlgorithmByName('SHA-256');

/** As the decoders make them: with a prototype. */
const record = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record<T, keyof T>(members, { noNullPrototype: true });

function assertRoundTrip<T>(type: CmsAttributeType<T>, values: fc.Arbitrary<T>): void {
  fc.assert(
    fc.property(values, (value) => {
      const der = type.encode(value);
      assert.deepEqual(type.decode(der), value);
      for (let length = 0; length < der.length; length++)
        assert.throws(() => type.decode(der.subarray(0, length)), { name: 'DerError' });
    }),
    { numRuns: 50 },
  );
}

describe('an attribute is read as it was written, and truncated nowhere', () => {
  it('contentHint', () => {
    const values = record({
      description: fc.option(word, { nil: undefined }),
      contentType: fc.constant(oid('1.2.3')),
    });
    assertRoundTrip(contentHints, values);
  });

  it('commitmentType', () => {
    const value = fc.option(fc.constant(Uint8Array.of(5, 0)), { nil: undefined });
    const qualifier = record({ id: fc.constant(oid('1.2.3')), value });
    const type = fc.constantFrom(...Object.values(COMMITMENT_TYPES));
    const qualifiers = fc.option(fc.array(qualifier, { minLength: 1, maxLength: 3 }), { nil: undefined });
    assertRoundTrip(commitmentType, record({ type, qualifiers }));
  });

  it('signerLocation', () => {
    const some = fc.option(word, { nil: undefined });
    const postalAddress = fc.option(fc.array(word, { minLength: 1, maxLength: 6 }), { nil: undefined });
    assertRoundTrip(signerLocation, record({ country: word, locality: some, postalAddress }));
  });

  it('sigPolicyId', () => {
    const policyHash = fc.uint8Array({ minLength: 48, maxLength: 48 });
    const uri = fc.option(line, { nil: undefined });
    assertRoundTrip(
      signaturePolicy,
      record({ policy: fc.constant(oid('1.2.3')), hash: fc.constant(sha384), policyHash, uri }),
    );
  });

  it('mimeType and signingTime', () => {
    assertRoundTrip(mimeType, word);
    assertRoundTrip(signingTime, fc.integer({ min: 0, max: 4_000_000_000 }));
  });

  it('signingCertificate', () => {
    const issuer = [{ type: 'dNSName', value: 'a.example.com' } as const];
    const issuerSerial = fc.option(fc.constant({ issuer, serialNumber: Uint8Array.of(1, 2) }), { nil: undefined });
    const policies = fc.option(fc.constant([{ policy: oid('1.2.3'), qualifiers: [] }]), { nil: undefined });
    const ids = (hash: typeof sha256, length: number) =>
      fc.array(
        record({
          hash: fc.constant(hash),
          certificateHash: fc.uint8Array({ minLength: length, maxLength: length }),
          issuerSerial,
        }),
        { minLength: 1, maxLength: 3 },
      );
    const sha1 = hashAlgorithmByName('SHA-1');
    assertRoundTrip(signingCertificate, record({ certificates: ids(sha1, 20), policies }));
    assertRoundTrip(signingCertificateV2, record({ certificates: ids(sha256, 32), policies }));
    assertRoundTrip(signingCertificateV2, record({ certificates: ids(sha384, 48), policies }));
  });
});

describe('an attribute is refused', () => {
  it('when there is nothing to say', () => {
    assert.throws(() => signerLocation.encode({}), RangeError);
    assert.throws(() => mimeType.encode(''), RangeError);
    assert.throws(() => mimeType.decode(Uint8Array.of(0x0c, 0)), { code: 'der.out_of_range' });
    assert.throws(() => contentHints.encode({ description: '', contentType: CONTENT_TYPES.data }), RangeError);
    assert.throws(() => signingCertificateV2.encode({ certificates: [] }), RangeError);
  });

  it('with a postal address of seven lines', () => {
    assert.throws(() => signerLocation.encode({ postalAddress: Array.from({ length: 7 }, () => 'a') }), RangeError);
  });

  it('with ESSCertID by another hash than SHA-1', () => {
    const id = { hash: sha256, certificateHash: new Uint8Array(32) };
    assert.throws(() => signingCertificate.encode({ certificates: [id] }), RangeError);
  });

  it('with a certificate by a hash that nobody knows', () => {
    const unknown = writeDer((writer) =>
      writer.sequence(() =>
        writer.sequence(() =>
          writer.sequence(() => writer.sequence(() => writer.oid(oid('1.2.3'))).octetString(new Uint8Array(4))),
        ),
      ),
    );
    assert.throws(() => signingCertificateV2.decode(unknown), { code: 'algorithm.unknown' });
  });
});

it('leaves out the default of ESSCertIDv2, SHA-256 (RFC 5035 §4)', () => {
  const id = { hash: sha256, certificateHash: new Uint8Array(32) };
  const encoded = signingCertificateV2.encode({ certificates: [id] }).toHex();
  assert.equal(encoded, `3026302430220420${'00'.repeat(32)}`);
});
