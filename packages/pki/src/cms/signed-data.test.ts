import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { NULL_PARAMETERS } from '../algorithm/index.ts';
import { transcodeToDer } from '../ber/index.ts';
import { asDer, oid, writeDer } from '../der/index.ts';
import { parseTimeStampResponse, TimeStampToken } from '../tsp/index.ts';
import { cmsFixture, cmsFixtures, type CmsFixture } from '../../test/cms-fixtures.ts';
import { asSignerInfo, signMessage, TestSigner, text } from '../../test/cms-signers.ts';
import { timeStampFixtures } from '../../test/time-stamps.ts';
import {
  algorithmProtection,
  assembleSignerInfo,
  type CmsAttributeType,
  commitmentType,
  COMMITMENT_TYPES,
  CONTENT_TYPES,
  contentHints,
  contentType,
  counterSignature,
  encodeSignedData,
  messageDigest,
  signaturePolicy,
  SignedData,
  SignerInfo,
  type SignerVerdict,
  signerLocation,
  signingCertificate,
  signingCertificateV2,
  signingTime,
  verifySigner,
} from './index.ts';

/** Every signer's verdict; the certificate of a message without one comes from `others`. */
function verdicts({ message, content }: Pick<CmsFixture, 'message' | 'content'>): readonly SignerVerdict[] {
  const signed = SignedData.parse(message);
  const others = SignedData.parse(cmsFixture('openssl-p256-detached').message).certificates;
  return signed.signers.map((signer) => {
    const certificate = signed.signerCertificate(signer) ?? others[0]!;
    return verifySigner(signer, { certificate, contentType: signed.contentType, content: { bytes: content } });
  });
}

describe('a message of another producer', () => {
  for (const fixture of cmsFixtures()) {
    it(`is verified: ${fixture.name}`, () => {
      const { message, content } = fixture;
      const signed = SignedData.parse(message);
      assert.equal(signed.content === undefined, fixture.name.includes('detached'));
      if (signed.content !== undefined) assert.deepEqual(new Uint8Array(signed.content), content);
      const all = verdicts(fixture);
      assert.ok(all.length >= 1);
      for (const verdict of all) assert.equal(verdict.status, 'valid', JSON.stringify(verdict));
    });

    it(`is refused over another content: ${fixture.name}`, () => {
      const other = Uint8Array.from(fixture.content);
      other[3]! ^= 1;
      for (const verdict of verdicts({ ...fixture, content: other })) {
        assert.ok(
          verdict.status === 'invalid' && /^(?:digest|signature)$/.test(verdict.fault),
          JSON.stringify(verdict),
        );
      }
    });

    it(`is the same after it was taken apart and put together: ${fixture.name}`, () => {
      const signed = SignedData.parse(fixture.message);
      const { contentType, certificateChoices, revocationChoices, content } = signed;
      const signers = signed.signers.map(({ der }) => asSignerInfo(der));
      const fields = { contentType, signers, certificates: certificateChoices, crls: revocationChoices };
      const again = SignedData.parse(encodeSignedData(fields, content));
      assert.deepEqual(octets(again.certificateChoices), octets(signed.certificateChoices));
      assert.deepEqual(again.content, signed.content);
      for (const [at, signer] of signed.signers.entries())
        assert.deepEqual(putTogether(signer), Uint8Array.from(signers[at]!));
    });
  }

  // NSS and the others write BER, or a SET OF in another order.
  for (const name of [
    'openssl-rsa',
    'openssl-two-signers',
    'openssl-key-identifier',
    'sealwright',
    'jdk-rsa',
    'gnutls-rsa.p7m',
  ]) {
    it(`comes out octet for octet when it was DER: ${name}`, () => {
      const found = cmsFixtures().filter((fixture) => fixture.name.startsWith(name.replace('.p7m', '')));
      for (const { message } of found) {
        const { contentType, certificateChoices, signers, content } = SignedData.parse(message);
        const fields = {
          contentType,
          certificates: certificateChoices,
          signers: signers.map(({ der }) => asSignerInfo(der)),
        };
        assert.deepEqual(Uint8Array.from(encodeSignedData(fields, content)), message);
      }
    });
  }
});

describe('a signed attribute of another producer', () => {
  const signers = [
    ...cmsFixtures().map(({ message }) => SignedData.parse(message)),
    ...timeStampFixtures().flatMap(({ response }) => {
      const { token } = parseTimeStampResponse(response);
      return token === undefined ? [] : [TimeStampToken.parse(token).signedData];
    }),
  ].flatMap((signed) => signed.signers);
  const attributes = signers.flatMap(({ signedAttributes = [] }) => signedAttributes);

  for (const [type, least] of [
    [contentType, 40],
    [messageDigest, 40],
    [signingTime, 20],
    [algorithmProtection, 20],
    [signingCertificate, 3],
    [signingCertificateV2, 10],
    [contentHints, 1],
    [commitmentType, 1],
    [signerLocation, 1],
    [signaturePolicy, 1],
  ] as const satisfies readonly (readonly [CmsAttributeType<unknown>, number])[]) {
    it(`is the same octets when it is encoded again: ${type.name}`, () => {
      const found = attributes.filter((attribute) => attribute.type === type.oid);
      assert.ok(found.length >= least, `only ${found.length}`);
      const known: CmsAttributeType<unknown> = type;
      for (const { values } of found)
        for (const value of values) assert.deepEqual(known.encode(known.decode(value)), Uint8Array.from(value));
    });
  }
});

describe('what a message of another producer says', () => {
  it('is read from BER with indefinite lengths', () => {
    const { message } = cmsFixture('openssl-stream');
    assert.equal(message[1], 0x80);
    assert.deepEqual(SignedData.parse(message).content, SignedData.parse(transcodeToDer(message)).content);
  });

  it('is every attribute that Bouncy Castle wrote', () => {
    const { message } = cmsFixture('bouncycastle-attributes');
    const signer = SignedData.parse(message).signers[0]!;
    assert.deepEqual(signer.signed(contentHints), { description: 'an example', contentType: CONTENT_TYPES.data });
    assert.deepEqual(signer.signed(commitmentType), { type: COMMITMENT_TYPES.proofOfApproval, qualifiers: undefined });
    assert.deepEqual(signer.signed(signerLocation), {
      country: 'SE',
      locality: 'Göteborg',
      postalAddress: ['Storgatan 1', '411 01'],
    });
    const policy = signer.signed(signaturePolicy)!;
    assert.deepEqual(
      { ...policy, hash: policy.hash.name, policyHash: policy.policyHash.length },
      { policy: '1.2.3.4', hash: 'SHA-256', policyHash: 32, uri: 'https://example.com/policy' },
    );
    const ids = [signer.signed(signingCertificate), signer.signed(signingCertificateV2)];
    assert.deepEqual(
      ids.map((value) => value?.certificates.map(({ hash }) => hash.name)),
      [['SHA-1'], ['SHA-512']],
    );
  });

  it('is a counter signature over the signature value', () => {
    const signed = SignedData.parse(cmsFixture('bouncycastle-two-signers').message);
    const countersigned = signed.signers.find(({ unsignedAttributes }) => unsignedAttributes.length > 0)!;
    const counter = SignerInfo.parse(countersigned.unsigned(counterSignature)[0]!);
    const certificate = signed.signerCertificate(counter)!;
    const over = (bytes: Uint8Array) =>
      verifySigner(counter, { certificate, contentType: undefined, content: { bytes } }).status;
    assert.equal(over(countersigned.signature), 'valid');
    assert.equal(over(text('another signature')), 'invalid');
    assert.equal(signed.crls.length, 1);
  });

  it('is another content type, and when it was signed', () => {
    const signed = SignedData.parse(cmsFixture('openssl-content-type').message);
    assert.equal(signed.contentType, '1.2.3.4');
    assert.equal(signed.version, 3);
    assert.ok(signed.signers[0]!.signed(signingTime)! > 1_700_000_000);
  });

  it('is a content of any type in PKCS #7, digested without tag and length (RFC 5652 §5.2.1)', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    const inner = text('\x02\x01\x05');
    const contentType = oid('1.3.6.1.4.1.311.2.1.4');
    const signed = SignedData.parse(signMessage(signer, inner, { contentType, contentTag: 0x30 }));
    assert.deepEqual([signed.contentTag, Uint8Array.from(signed.content!)], [0x30, inner]);
    const content = { bytes: signed.content! };
    assert.equal(
      verifySigner(signed.signers[0]!, { certificate: signer.certificate, contentType, content }).status,
      'valid',
    );
  });

  it('leaves out certificates that are damaged, and finds the signer among the rest', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    const damaged = Uint8Array.from(signer.certificate.der);
    damaged[8] = 0x55;
    const signed = SignedData.parse(
      signMessage(signer, text('a'), { certificates: [damaged, signer.certificate.der, Uint8Array.of(0xa2, 0)] }),
    );
    assert.equal(signed.certificateChoices.length, 3);
    assert.equal(signed.certificates.length, 1);
    assert.equal(signed.signerCertificate(signed.signers[0]!)?.sha256Fingerprint, signer.certificate.sha256Fingerprint);
    assert.equal(signed.version, 4);
  });
});

describe('a message is refused', () => {
  const signer = TestSigner.named('SHA256withECDSA');
  const message = signMessage(signer, text('content'));

  it('truncated at every octet', () => {
    for (let length = 0; length < message.length; length++)
      assert.throws(() => SignedData.parse(message.subarray(0, length)), { name: 'BerError' });
  });

  it('with octets behind it, above the size allowed, or of another content type', () => {
    assert.throws(() => SignedData.parse(Buffer.concat([message, Uint8Array.of(0)])), { code: 'ber.trailing_bytes' });
    assert.throws(() => SignedData.parse(message, { maxOctets: message.length - 1 }), { code: 'ber.too_large' });
    const data = Uint8Array.fromHex('300f06092a864886f70d010701a0020400');
    assert.throws(() => SignedData.parse(data), { code: 'cms.not_signed_data' });
  });

  it('with more signers than are read', () => {
    const signers = Array.from({ length: 65 }, () => signer.signerInfo(text('content')));
    const many = encodeSignedData({ contentType: CONTENT_TYPES.data, signers }, undefined);
    assert.throws(() => SignedData.parse(many), { code: 'cms.too_large' });
    const most = encodeSignedData({ contentType: CONTENT_TYPES.data, signers: signers.slice(1) }, undefined);
    assert.equal(SignedData.parse(most).signers.length, 64);
  });

  it('with more attributes than are read', () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ type: oid(`1.2.${at}`), values: [Uint8Array.of(5, 0)] }));
    const withMany = (count: number) => signMessage(signer, text('a'), { unsignedAttributes: attributes(count) });
    assert.throws(() => SignedData.parse(withMany(129)), { code: 'cms.too_large' });
    assert.equal(SignedData.parse(withMany(128)).signers[0]!.unsignedAttributes.length, 128);
  });

  it('with more values of one attribute, more octets of signed attributes, or more certificates than are read', () => {
    const one = (count: number) => ({
      type: oid('1.2.3'),
      values: Array.from({ length: count }, () => NULL_PARAMETERS),
    });
    const refused = (changes: Parameters<typeof signMessage>[2]) =>
      assert.throws(() => SignedData.parse(signMessage(signer, text('a'), changes)), { code: 'cms.too_large' });
    refused({ attributes: [one(129)] });
    const long = writeDer((writer) => writer.octetString(new Uint8Array(1024 * 1024)));
    refused({ attributes: [{ type: oid('1.2.3'), values: [long] }] });
    refused({ certificates: Array.from({ length: 4097 }, () => Uint8Array.of(0x30, 0)) });
    refused({ crls: Array.from({ length: 4097 }, () => Uint8Array.of(0x30, 0)) });
    assert.equal(SignedData.parse(signMessage(signer, text('a'), { attributes: [one(128)] })).signers.length, 1);
  });
});

/** The signer again from its fields. */
function putTogether(signer: SignerInfo): Uint8Array {
  const { identifier, digestAlgorithm, signatureAlgorithm, signature, unsignedAttributes } = signer;
  const signed = signer.signedAttributesEncodings.at(-1);
  return Uint8Array.from(
    assembleSignerInfo({
      identifier,
      algorithms: {
        digest: digestAlgorithm,
        digestDer: signer.digestAlgorithmIdentifier.der,
        signature: signatureAlgorithm,
        signatureDer: signer.signatureAlgorithmIdentifier.der,
      },
      signedAttributes: signed && asDer<'SignedAttributes'>(signed),
      signature,
      unsignedAttributes,
    }),
  );
}

/** In no order: a SET OF has none. */
function octets(elements: readonly Uint8Array[]): readonly string[] {
  return elements.map((element) => element.toHex()).toSorted();
}
