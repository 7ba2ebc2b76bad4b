import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import {
  digest,
  encodeAlgorithmIdentifier,
  hashAlgorithmByName,
  NULL_PARAMETERS,
  signatureAlgorithms,
} from '../algorithm/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { asDer, oid, Tag, writeDer } from '../der/index.ts';
import { encodeCmsAttributes } from './attribute.ts';
import { signMessage, type SignOptions, TestSigner, text } from '../../test/cms-signers.ts';
import {
  algorithmProtection,
  assembleSignerInfo,
  CONTENT_TYPES,
  contentType,
  encodeSignedAttributes,
  encodeSignedData,
  issuerAndSerialNumber,
  looksLikeSignedAttributes,
  makeCmsAttribute,
  messageDigest,
  SignedData,
  type SignedContent,
  type signerAlgorithms,
  SignerInfo,
  type SignerVerdict,
  signingCertificate,
  signingCertificateAttribute,
  signingTime,
  verifySigner,
} from './index.ts';

const content = text('content');
const signer = TestSigner.named('SHA256withECDSA');
const { certificate, algorithms } = signer;
const sha1 = hashAlgorithmByName('SHA-1');

describe('a signature of every algorithm', () => {
  // The small variants sign for seconds, with the same code.
  const quick = signatureAlgorithms.filter(({ name }) => !/^SLH-DSA-.*S$/.test(name));
  for (const algorithm of quick) {
    it(`is valid with signed attributes and without: ${algorithm.name}`, () => {
      const other = new TestSigner(algorithm);
      for (const der of [other.signerInfo(content), other.directSignerInfo(content)]) {
        const verdict = verify(SignerInfo.parse(der), { certificate: other.certificate });
        assert.equal(verdict.status, 'valid', JSON.stringify(verdict));
        assert.ok(verdict.status === 'valid' && verdict.weak === algorithm.weak);
        assert.ok(verdict.status === 'valid' && verdict.signature.name === algorithm.name);
      }
    });
  }
});

describe('a signature', () => {
  it('is verified by a digest of the content alone', () => {
    const digests = new Map([['SHA-256', digest(algorithms.digest, content)] as const]);
    assert.equal(verify(SignerInfo.parse(signer.signerInfo(content)), { content: { digests } }).status, 'valid');
    assert.equal(faultOf({ content: { digests: new Map() } }), 'no-digest');
    assert.equal(fault(SignerInfo.parse(signer.directSignerInfo(content)), { content: { digests } }), 'content-needed');
  });

  it('by a key identifier is found by its certificate', () => {
    const keyIdentifier = certificate.publicKey.keyIdentifier;
    const identifier = { type: 'subjectKeyIdentifier', keyIdentifier } as const;
    const signed = SignedData.parse(signMessage(signer, content, { identifier }));
    assert.equal(signed.version, 3);
    assert.equal(signed.signerCertificate(signed.signers[0]!)?.sha256Fingerprint, certificate.sha256Fingerprint);
    assert.equal(verify(signed.signers[0]!).status, 'valid');
  });

  it('is valid in whichever order the signed attributes stand', () => {
    const attributes = [signingCertificateAttribute([certificate], sha1), makeCmsAttribute(signingTime, 1_700_000_000)];
    const sorted = SignerInfo.parse(signer.signerInfo(content, { attributes }));
    const elements = sorted.signedAttributes!.map(({ type, values }) =>
      writeDer((writer) => writer.sequence(() => writer.oid(type).setOf(values))),
    );
    const unsorted = writeDer((writer) =>
      writer.constructed(Tag.set, () => elements.toReversed().forEach((one) => writer.raw(one))),
    );
    const sortedSet = encodeCmsAttributes(sorted.signedAttributes!);
    assert.notDeepEqual(unsorted, sortedSet);
    for (const signed of [sortedSet, unsorted]) {
      const der = assemble({ signedAttributes: unsorted, signature: signer.sign(signed) });
      assert.equal(SignerInfo.parse(der).signedAttributesEncodings.length, 2);
      assert.equal(verify(SignerInfo.parse(der)).status, 'valid');
    }
  });

  it('is valid when RSA names its hash, and when it leaves it to the digest (RFC 3370 §3.2)', () => {
    const rsa = TestSigner.named('SHA384WithRSA');
    const { signature } = rsa.algorithms;
    const signedAttributes = signed(
      { algorithms: rsa.algorithms, algorithmProtection: false },
      hashAlgorithmByName('SHA-384'),
    );
    for (const signatureDer of [signature.der, rsa.algorithms.signatureDer]) {
      const der = assembleSignerInfo({
        identifier: issuerAndSerialNumber(rsa.certificate),
        algorithms: { ...rsa.algorithms, signatureDer },
        signedAttributes,
        signature: rsa.sign(signedAttributes),
      });
      const verdict = verify(SignerInfo.parse(der), { certificate: rsa.certificate });
      assert.ok(verdict.status === 'valid' && verdict.signature.name === 'SHA384WithRSA', JSON.stringify(verdict));
    }
  });

  it('may rest on a digest with NULL for its parameters (RFC 5754 §2)', () => {
    const digestDer = encodeAlgorithmIdentifier(algorithms.digest.oid, NULL_PARAMETERS);
    const changed = { ...algorithms, digestDer };
    const signedAttributes = signed({ algorithms: changed });
    const der = assemble({ algorithms: changed, signedAttributes, signature: signer.sign(signedAttributes) });
    assert.equal(verify(SignerInfo.parse(der)).status, 'valid');
  });
});

describe('a signature is invalid', () => {
  it('over another content', () => {
    assert.equal(faultOf({ content: { bytes: text('contend') } }), 'digest');
    assert.equal(
      fault(SignerInfo.parse(signer.directSignerInfo(content)), { content: { bytes: text('x') } }),
      'signature',
    );
  });

  it('by another certificate, though it has the same key', () => {
    const other = TestSigner.named('SHA384withECDSA').certificate;
    assert.equal(faultOf({ certificate: other }), 'other-certificate');
  });

  it('when the signed attributes name another certificate', () => {
    const other = TestSigner.named('SHA384withECDSA').certificate;
    for (const hash of [sha1, hashAlgorithmByName('SHA-256'), hashAlgorithmByName('SHA-512')]) {
      for (const issuerSerial of [true, false]) {
        const named = (one: Certificate) => ({ attributes: [signingCertificateAttribute([one], hash, issuerSerial)] });
        assert.equal(faultOf({}, named(other)), 'signing-certificate');
        assert.equal(verify(SignerInfo.parse(signer.signerInfo(content, named(certificate)))).status, 'valid');
      }
    }
  });

  it('when the hash of the certificate is right and its issuer is not', () => {
    const { issuer, ...rest } = certificate;
    const issuerSerial = { issuer: [{ type: 'dNSName', value: 'a' } as const], serialNumber: rest.serialNumberBytes };
    const id = { hash: sha1, certificateHash: digest(sha1, certificate.der), issuerSerial };
    const attributes = [makeCmsAttribute(signingCertificate, { certificates: [id] })];
    assert.equal(faultOf({}, { attributes }), 'signing-certificate');
    assert.equal(String(issuer), String(certificate.subject));
  });

  it('when an algorithm was exchanged that was signed (RFC 6211)', () => {
    const mlDsa = TestSigner.named('ML-DSA-44');
    const faultWith = (name: string, parameters?: Uint8Array) => {
      const digestDer = encodeAlgorithmIdentifier(hashAlgorithmByName(name).oid, parameters);
      const signedAttributes = signed({ algorithms: mlDsa.algorithms });
      const der = assembleSignerInfo({
        identifier: issuerAndSerialNumber(mlDsa.certificate),
        algorithms: { ...mlDsa.algorithms, digestDer },
        signedAttributes,
        signature: mlDsa.sign(signedAttributes),
      });
      return fault(SignerInfo.parse(der), { certificate: mlDsa.certificate });
    };
    assert.equal(faultWith('SHA3-512'), 'algorithm-protection');
    // NULL and nothing say the same.
    assert.equal(faultWith('SHA-512', NULL_PARAMETERS), undefined);
  });

  it('when the content type is another one, or missing', () => {
    assert.equal(faultOf({ contentType: CONTENT_TYPES.tstInfo }), 'content-type');
    assert.equal(faultOf({ contentType: undefined }), 'content-type');
    const without = signed({ contentType: undefined });
    assert.equal(
      fault(SignerInfo.parse(assemble({ signedAttributes: without, signature: signer.sign(without) }))),
      'content-type',
    );
  });

  it('without the digest of the content among the signed attributes', () => {
    const attributes = [makeCmsAttribute(contentType, CONTENT_TYPES.data)];
    const set = encodeCmsAttributes(attributes);
    assert.equal(
      fault(SignerInfo.parse(assemble({ signedAttributes: set, signature: signer.sign(set) }))),
      'no-digest',
    );
  });

  it('when one attribute stands twice, or has two values', () => {
    const value = messageDigest.encode(digest(algorithms.digest, content));
    const type = { type: contentType.oid, values: [contentType.encode(CONTENT_TYPES.data)] };
    const other = messageDigest.encode(new Uint8Array(32));
    for (const digests of [
      [{ type: messageDigest.oid, values: [value, other] }],
      [value, other].map((one) => ({ type: messageDigest.oid, values: [one] })),
    ]) {
      const set = encodeCmsAttributes([type, ...digests]);
      assert.equal(
        fault(SignerInfo.parse(assemble({ signedAttributes: set, signature: signer.sign(set) }))),
        'unreadable',
      );
    }
  });

  it('without signed attributes over anything but data (RFC 5652 §5.3)', () => {
    const direct = SignerInfo.parse(signer.directSignerInfo(content));
    assert.equal(fault(direct, { contentType: CONTENT_TYPES.tstInfo }), 'no-signed-attributes');
  });

  it('by Ed25519 over what another hash than SHA-512 has digested (RFC 8419 §3.1)', () => {
    const ed25519 = TestSigner.named('Ed25519');
    const digestDer = encodeAlgorithmIdentifier(hashAlgorithmByName('SHA-256').oid);
    const changed = { ...ed25519.algorithms, digest: hashAlgorithmByName('SHA-256'), digestDer };
    const signedAttributes = signed({ algorithms: changed });
    const der = assembleSignerInfo({
      identifier: issuerAndSerialNumber(ed25519.certificate),
      algorithms: changed,
      signedAttributes,
      signature: ed25519.sign(signedAttributes),
    });
    assert.equal(fault(SignerInfo.parse(der), { certificate: ed25519.certificate }), 'digest-not-allowed');
  });

  it('by an algorithm that hashes, over what another hash has digested (RFC 8933 §3.1)', () => {
    const sha512 = hashAlgorithmByName('SHA-512');
    const changed = { ...algorithms, digest: sha512, digestDer: encodeAlgorithmIdentifier(sha512.oid) };
    const signedAttributes = signed({ algorithms: changed });
    const der = assemble({ algorithms: changed, signedAttributes, signature: signer.sign(signedAttributes) });
    assert.equal(fault(SignerInfo.parse(der)), 'digest-not-allowed');
  });

  it('over a content that is the signed attributes of another message', () => {
    const bytes = signed({});
    const der = assembleSignerInfo({
      identifier: issuerAndSerialNumber(certificate),
      algorithms,
      signedAttributes: undefined,
      signature: signer.sign(bytes),
    });
    assert.equal(fault(SignerInfo.parse(der), { content: { bytes } }), 'looks-like-attributes');
    assert.equal(looksLikeSignedAttributes(bytes), true);
    for (const other of [content, bytes.subarray(1), Uint8Array.of(0x31, 0), Uint8Array.of(0x31, 2, 5, 0)])
      assert.equal(looksLikeSignedAttributes(other), false);
  });

  it('by an algorithm that nobody knows', () => {
    const signatureDer = encodeAlgorithmIdentifier(oid('1.2.3'));
    const der = assemble({
      algorithms: { ...algorithms, signatureDer },
      signedAttributes: signed({ algorithmProtection: false }),
    });
    assert.equal(fault(SignerInfo.parse(der)), 'unreadable');
  });

  it('with one bit of the signature or of a signed attribute changed', () => {
    const message = signMessage(signer, content);
    const at = Buffer.from(message).indexOf(SignedData.parse(message).signers[0]!.signature) + 20;
    const changed = Uint8Array.from(message);
    changed[at]! ^= 1;
    assert.equal(fault(SignedData.parse(changed).signers[0]!), 'signature');
    const time = makeCmsAttribute(signingTime, 1_700_000_000);
    const timed = Uint8Array.from(signMessage(signer, content, { attributes: [time] }));
    timed[Buffer.from(timed).indexOf('231114') + 1]! ^= 1;
    assert.equal(fault(SignedData.parse(timed).signers[0]!), 'signature');
  });

  it('of one signer, and says nothing about the others', () => {
    const rsa = TestSigner.named('SHA256WithRSA');
    const signers = [signer.signerInfo(content), rsa.signerInfo(text('other'))];
    const certificates = [certificate.der, rsa.certificate.der];
    const message = SignedData.parse(
      encodeSignedData({ contentType: CONTENT_TYPES.data, signers, certificates }, content),
    );
    const verdicts = message.signers.map((one) => verify(one, { certificate: message.signerCertificate(one)! }).status);
    assert.deepEqual(verdicts.toSorted(), ['invalid', 'valid']);
  });
});

it('protects algorithms as every other attribute is read', () => {
  const info = SignerInfo.parse(signer.signerInfo(content));
  const value = info.signed(algorithmProtection)!;
  assert.deepEqual(value.digestAlgorithm, info.digestAlgorithmIdentifier.der);
  assert.deepEqual(value.signatureAlgorithm, info.signatureAlgorithmIdentifier.der);
});

interface Changes {
  readonly certificate?: Certificate;
  readonly contentType?: ReturnType<typeof oid> | undefined;
  readonly content?: SignedContent;
}

function verify(info: SignerInfo, changes: Changes = {}): SignerVerdict {
  return verifySigner(info, { certificate, contentType: CONTENT_TYPES.data, content: { bytes: content }, ...changes });
}

function fault(info: SignerInfo, changes: Changes = {}): string | undefined {
  const verdict = verify(info, changes);
  return verdict.status === 'invalid' ? verdict.fault : undefined;
}

/** Returns the fault of a good signature that is checked against something else or made with other options. */
function faultOf(changes: Changes, options: SignOptions = {}): string | undefined {
  return fault(SignerInfo.parse(signer.signerInfo(content, options)), changes);
}

function signed(
  changes: Partial<Parameters<typeof encodeSignedAttributes>[0]>,
  hash = algorithms.digest,
): Uint8Array & ReturnType<typeof encodeSignedAttributes> {
  const contentDigest = digest(changes.algorithms?.digest ?? hash, content);
  return encodeSignedAttributes({ contentType: CONTENT_TYPES.data, contentDigest, algorithms, ...changes });
}

function assemble(changes: {
  readonly algorithms?: ReturnType<typeof signerAlgorithms>;
  readonly signedAttributes: Uint8Array;
  readonly signature?: Uint8Array;
}): Uint8Array {
  return assembleSignerInfo({
    identifier: issuerAndSerialNumber(certificate),
    algorithms: changes.algorithms ?? algorithms,
    signedAttributes: asDer<'SignedAttributes'>(changes.signedAttributes),
    signature: changes.signature ?? new Uint8Array(64),
  });
}
