import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { digest, startDigest } from '../algorithm/index.ts';
import { oid } from '../der/index.ts';
import { signMessage, TestSigner, text } from '../../test/cms-signers.ts';
import {
  assembleSignerInfo,
  CONTENT_TYPES,
  encodeSignedAttributes,
  encodeSignedData,
  issuerAndSerialNumber,
  makeCmsAttribute,
  signatureTimeStamp,
  SignedData,
  signedDataAround,
  streamSignedData,
  verifySigner,
  withUnsignedAttributes,
} from './index.ts';

const signer = TestSigner.named('SHA256withECDSA');
const { certificate, algorithms } = signer;
const rsa = TestSigner.named('SHA256WithRSA');
const content = text('content');
const certificates = [certificate.der, rsa.certificate.der];

/** A message around `content`, from its pieces. */
function around(bytes: Uint8Array): Uint8Array {
  const fields = { contentType: CONTENT_TYPES.data, signers: [signer.signerInfo(content)], certificates };
  const { before, after } = signedDataAround(fields, bytes.length);
  return new Uint8Array(Buffer.concat([before, bytes, after]));
}

function assertValid(message: Uint8Array, bytes: Uint8Array): void {
  const signed = SignedData.parse(message);
  assert.ok(signed.signers.length > 0);
  for (const one of signed.signers) {
    const check = { certificate: signed.signerCertificate(one)!, contentType: signed.contentType, content: { bytes } };
    assert.equal(verifySigner(one, check).status, 'valid');
  }
}

describe('a message around a content that passes by', () => {
  it('is the message that is made at once', () => {
    const signers = [signer.signerInfo(content)];
    const fields = { contentType: CONTENT_TYPES.data, signers, certificates };
    const { before, after } = signedDataAround(fields, content.length);
    const joined = new Uint8Array(Buffer.concat([before, content, after]));
    assert.deepEqual(joined, Uint8Array.from(encodeSignedData(fields, content)));
    assertValid(joined, content);
  });

  it('holds contents of any length', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 1, 127, 128, 255, 256, 65_535, 65_536, 70_000), (length) => {
        const bytes = new Uint8Array(length).fill(length);
        assert.deepEqual(Uint8Array.from(SignedData.parse(around(bytes)).content!), bytes);
      }),
    );
  });

  it('has the lengths of a content that fits into no array', () => {
    const octets = 5_000_000_000;
    const fields = { contentType: CONTENT_TYPES.data, signers: [signer.signerInfo(content)] };
    const { before, after } = signedDataAround(fields, octets);
    const total = before.length + octets + after.length;
    // SEQUENCE, and five octets of length.
    assert.deepEqual([before[0], before[1]], [0x30, 0x85]);
    assert.equal(
      before.subarray(2, 7).reduce((sum, octet) => sum * 256 + octet, 0),
      total - 7,
    );
    assert.deepEqual(before.subarray(-7), Uint8Array.fromHex('0485012a05f200'));
  });

  it('is signed by a digest of pieces', () => {
    const hash = startDigest(algorithms.digest);
    for (const piece of [content.subarray(0, 3), content.subarray(3)]) hash.update(piece);
    const signedAttributes = encodeSignedAttributes({
      contentType: CONTENT_TYPES.data,
      contentDigest: new Uint8Array(hash.digest()),
      algorithms,
    });
    const info = assembleSignerInfo({
      identifier: issuerAndSerialNumber(certificate),
      algorithms,
      signedAttributes,
      signature: signer.sign(signedAttributes),
    });
    assertValid(encodeSignedData({ contentType: CONTENT_TYPES.data, signers: [info], certificates }, content), content);
  });
});

describe('a message in BER whose content comes in pieces', () => {
  const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 8 });

  it('is the same content and signature, however it is cut', () => {
    fc.assert(
      fc.property(pieces, (all) => {
        const stream = streamSignedData({ contentType: CONTENT_TYPES.data, algorithms: [algorithms], certificates });
        const bytes = new Uint8Array(Buffer.concat(all));
        const middle = all.flatMap((piece) => [stream.pieceHeader(piece.length), piece]);
        const end = stream.after([signer.signerInfo(bytes)]);
        const message = new Uint8Array(Buffer.concat([stream.before, ...middle, end]));
        assert.deepEqual(Uint8Array.from(SignedData.parse(message).content!), bytes);
        assertValid(message, bytes);
      }),
      { numRuns: 30 },
    );
  });

  it('refuses a signer that was not announced', () => {
    const stream = streamSignedData({ contentType: CONTENT_TYPES.data, algorithms: [algorithms] });
    const keyIdentifier = certificate.publicKey.keyIdentifier;
    const named = signer.signerInfo(content, { identifier: { type: 'subjectKeyIdentifier', keyIdentifier } });
    for (const other of [TestSigner.named('SHA384withECDSA').signerInfo(content), named])
      assert.throws(() => stream.after([other]), RangeError);
    const announced = { algorithms: [algorithms], subjectKeyIdentifiers: true };
    assert.ok(streamSignedData({ contentType: CONTENT_TYPES.data, ...announced }).after([named]).length > 0);
  });
});

describe('a message', () => {
  it('has the version that its contents ask for (RFC 5652 §5.1)', () => {
    const version = (changes: Parameters<typeof signMessage>[2]) =>
      SignedData.parse(signMessage(signer, content, changes)).version;
    assert.equal(version({}), 1);
    assert.equal(version({ contentType: oid('1.2.3') }), 3);
    assert.equal(version({ certificates: [Uint8Array.of(0xa1, 0)] }), 3);
    assert.equal(version({ certificates: [Uint8Array.of(0xa2, 0)] }), 4);
    assert.equal(version({ certificates: [Uint8Array.of(0xa3, 0)] }), 5);
    assert.equal(version({ crls: [Uint8Array.of(0x30, 0)] }), 1);
    assert.equal(version({ crls: [Uint8Array.of(0xa1, 0)] }), 5);
  });

  it('sorts certificates as DER does unless their order is to be kept', () => {
    const order = (keepCertificateOrder: boolean, given: readonly Uint8Array[]) => {
      const message = signMessage(signer, content, { certificates: given, keepCertificateOrder });
      return SignedData.parse(message).certificateChoices.map((one) => one.toHex());
    };
    const reversed = certificates.toReversed();
    assert.deepEqual(order(false, certificates), order(false, reversed));
    assert.notDeepEqual(order(true, certificates), order(true, reversed));
  });

  it('names each digest algorithm once', () => {
    const signers = [signer, rsa, TestSigner.named('SHA512WithRSA')].map((one) => one.signerInfo(content));
    const message = encodeSignedData({ contentType: CONTENT_TYPES.data, signers }, content);
    assert.equal(SignedData.parse(message).digestAlgorithmIdentifiers.length, 2);
  });

  it('takes another signer, and a time-stamp on the first, without touching what was signed', () => {
    const first = SignedData.parse(signMessage(signer, content));
    const timeStamp = makeCmsAttribute(signatureTimeStamp, Uint8Array.of(0x30, 0));
    const stamped = withUnsignedAttributes(first.signers[0]!, [timeStamp]);
    const signers = [stamped, rsa.signerInfo(content)];
    const both = encodeSignedData({ contentType: first.contentType, signers, certificates }, first.content);
    assertValid(both, content);
    const [kept] = SignedData.parse(both).signers.flatMap((one) => one.unsigned(signatureTimeStamp));
    assert.deepEqual(Uint8Array.from(kept!), Uint8Array.of(0x30, 0));
    assert.deepEqual(
      Uint8Array.from(withUnsignedAttributes(first.signers[0]!, [])),
      Uint8Array.from(first.signers[0]!.der),
    );
  });
});

describe('signed attributes', () => {
  const contentDigest = digest(algorithms.digest, content);

  it('are refused with a digest of another length', () => {
    const short = { contentType: CONTENT_TYPES.data, contentDigest: contentDigest.subarray(1), algorithms };
    assert.throws(() => encodeSignedAttributes(short), RangeError);
  });

  it('are refused when one stands twice or has no value', () => {
    const one = { type: oid('1.2.3'), values: [Uint8Array.of(5, 0)] };
    for (const attributes of [[one, one], [{ ...one, values: [] }]]) {
      const fields = { contentType: CONTENT_TYPES.data, contentDigest, algorithms, attributes };
      assert.throws(() => encodeSignedAttributes(fields), RangeError);
    }
  });
});
