import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { type SignatureAlgorithm, signatureAlgorithmByName } from '../algorithm/index.ts';
import { asDer, oid, writeDer } from '../der/index.ts';
import { basicConstraints } from '../extension/basic-constraints.ts';
import { makeExtension } from '../extension/extension.ts';
import { keyUsage } from '../extension/key-usage.ts';
import { DistinguishedName } from '../name/index.ts';
import { verifySignatureInPool } from '../public-key/index.ts';
import { CHALLENGE_PASSWORD, type RequestAttribute } from './attributes.ts';
import { CertificationRequest } from './certification-request.ts';
import {
  assembleCertificationRequest,
  type CertificationRequestInfo,
  encodeCertificationRequestInfo,
} from './certification-request-info.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const subject = DistinguishedName.parse('CN=www.example.se,O=Example');
const algorithm = signatureAlgorithmByName('SHA256withECDSA');
const asksForCa = makeExtension(basicConstraints, { ca: true }, true);
const PKCS9_EXTENSION_REQUEST = oid('1.2.840.113549.1.9.14');
const MICROSOFT_EXTENSION_REQUEST = oid('1.3.6.1.4.1.311.2.1.14');

describe('a request that was built', () => {
  it('says what it was built from', () => {
    const request = CertificationRequest.parse(build({ extensions: [asksForCa] }), { lenient: false });
    assert.equal(request.subject.toString(), 'CN=www.example.se,O=Example');
    assert.equal(request.publicKey.specification, 'P-256');
    assert.equal(request.signatureAlgorithm, algorithm);
    assert.deepEqual(request.extensions, [asksForCa]);
    assert.equal(request.extension(basicConstraints)?.ca, true);
    assert.equal(request.extension(keyUsage), undefined);
    assert.equal(request.hasChallengePassword, false);
    assert.equal(request.challengePassword, undefined);
  });

  it('has an empty attributes field when it asks for nothing', () => {
    const request = CertificationRequest.parse(build({}), { lenient: false });
    assert.deepEqual([request.attributes, request.extensions], [[], []]);
  });

  it('sorts its attributes (X.690 §11.6)', () => {
    const attributes = [
      password('longer than the other attribute'),
      attribute(
        '1.2.3',
        writeDer((w) => w.null()),
      ),
    ];
    const request = CertificationRequest.parse(build({ attributes, extensions: [asksForCa] }), { lenient: false });
    assert.equal(request.attributes.length, 3);
    assert.equal(request.challengePassword, 'longer than the other attribute');
    assert.equal(request.hasChallengePassword, true);
  });
});

describe('proof of possession', () => {
  const pairs: [string, { publicKey: KeyObject; privateKey: KeyObject }][] = [
    ['SHA256WithRSA', generateKeyPairSync('rsa', { modulusLength: 1024 })],
    ['SHA256withRSAandMGF1', generateKeyPairSync('rsa', { modulusLength: 1024 })],
    ['SHA384withECDSA', generateKeyPairSync('ec', { namedCurve: 'brainpoolP384r1' })],
    ['Ed25519', generateKeyPairSync('ed25519')],
    ['ML-DSA-65', generateKeyPairSync('ml-dsa-65')],
  ];
  for (const [name, pair] of pairs) {
    it(`is accepted with ${name}`, async () => {
      const request = CertificationRequest.parse(build({}, pair, signatureAlgorithmByName(name)), { lenient: false });
      assert.equal(request.signatureAlgorithm.name, name);
      request.verifyProofOfPossession();
      await request.verifyProofOfPossessionBy(verifySignatureInPool);
    });
  }

  it('is refused when another key signed', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const request = CertificationRequest.parse(build({}, { publicKey: keys.publicKey, privateKey }));
    await requireRefused(request);
  });

  it('is refused when the subject was exchanged', async () => {
    const der = Uint8Array.from(build({}));
    der[Buffer.from(der).indexOf('example.se')]! ^= 1;
    const request = CertificationRequest.parse(der);
    await requireRefused(request);
  });

  it('is refused when the algorithm does not fit the key', async () => {
    const info = encodeCertificationRequestInfo({ subject: subject.der, publicKey: spki(keys.publicKey) });
    const der = assembleCertificationRequest(info, signatureAlgorithmByName('Ed25519'), new Uint8Array(64));
    const request = CertificationRequest.parse(der);
    await requireRefused(request);
  });

  it('is refused when not all bits of the signature count', async () => {
    for (;;) {
      const der = Uint8Array.from(build({}));
      if ((der.at(-1)! & 1) !== 0) continue;
      der[der.length - CertificationRequest.parse(der).signature.length - 1] = 1;
      const request = CertificationRequest.parse(der);
      assert.deepEqual(request.departures, ['signature-bits']);
      await requireRefused(request);
      return;
    }
  });

  async function requireRefused(request: CertificationRequest): Promise<void> {
    assert.throws(() => request.verifyProofOfPossession(), { code: 'request.bad_signature' });
    await assert.rejects(request.verifyProofOfPossessionBy(verifySignatureInPool), { code: 'request.bad_signature' });
  }
});

describe('requested extensions', () => {
  const list = writeDer((writer) =>
    writer.sequence(() =>
      writer.sequence(() => writer.oid(basicConstraints.oid).boolean(true).octetString(asksForCa.value)),
    ),
  );

  it("are found under Microsoft's older identifier too", () => {
    const der = build({ attributes: [{ type: MICROSOFT_EXTENSION_REQUEST, values: [list] }] });
    assert.deepEqual(CertificationRequest.parse(der).extensions, [asksForCa]);
  });

  it('are those of extensionRequest when both are there', () => {
    const other = writeDer((writer) => writer.sequence(() => {}));
    const der = build({
      extensions: [asksForCa],
      attributes: [{ type: MICROSOFT_EXTENSION_REQUEST, values: [other] }],
    });
    assert.deepEqual(CertificationRequest.parse(der).extensions, [asksForCa]);
  });

  it('are refused when the attribute has no value, two, or stands twice', () => {
    const attributeOf = (...values: Uint8Array[]): RequestAttribute => ({ type: PKCS9_EXTENSION_REQUEST, values });
    for (const attributes of [[attributeOf()], [attributeOf(list, list)], [attributeOf(list), attributeOf(list)]]) {
      assert.throws(() => CertificationRequest.parse(build({ attributes })), { code: 'request.bad_attribute' });
    }
  });

  it('are refused when one stands twice', () => {
    const twice = writeDer((writer) =>
      writer.sequence(() => {
        for (let i = 0; i < 2; i++) writer.sequence(() => writer.oid(oid('1.2.3')).octetString(Uint8Array.of(i)));
      }),
    );
    const der = build({ attributes: [{ type: PKCS9_EXTENSION_REQUEST, values: [twice] }] });
    assert.throws(() => CertificationRequest.parse(der), { code: 'x509.duplicate_extension' });
  });
});

describe('a request', () => {
  it('is refused with another version (RFC 2986 §4.1)', () => {
    const der = Uint8Array.from(build({}));
    der[Buffer.from(der).indexOf(Uint8Array.of(2, 1, 0)) + 2] = 1;
    assert.throws(() => CertificationRequest.parse(der), { code: 'request.bad_version' });
  });

  it('is refused for its key before any signature is looked at', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 512 });
    const der = build({}, weak, signatureAlgorithmByName('SHA256WithRSA'));
    assert.throws(() => CertificationRequest.parse(der), { code: 'key.bad_size' });
  });

  it('is refused when its challengePassword is not text', () => {
    const request = CertificationRequest.parse(
      build({ attributes: [attribute(CHALLENGE_PASSWORD, Uint8Array.of(5, 0))] }),
    );
    assert.throws(() => request.challengePassword, { code: 'request.bad_attribute' });
  });

  it('is refused truncated at every octet', () => {
    const der = build({ extensions: [asksForCa] });
    for (let length = 0; length < der.length; length++) {
      assert.throws(() => CertificationRequest.parse(der.subarray(0, length)), { name: 'DerError' });
    }
  });

  it('raises nothing but our own errors when octets were changed at random', () => {
    const der = build({ extensions: [asksForCa], attributes: [password('secret')] });
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Uint8Array.from(der);
        changed[at]! ^= mask;
        try {
          CertificationRequest.parse(changed).verifyProofOfPossession();
          // Some changes leave what was signed alone, and the signature in a second valid form.
          assert.ok(at > der.length - 80);
        } catch (error) {
          assert.match(String((error as { code?: unknown }).code), /^(?:der|request|x509|algorithm|key)\./);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function build(
  changes: Partial<CertificationRequestInfo>,
  pair: { publicKey: KeyObject; privateKey: KeyObject } = keys,
  signatureAlgorithm: SignatureAlgorithm = algorithm,
): Uint8Array {
  const info = encodeCertificationRequestInfo({ subject: subject.der, publicKey: spki(pair.publicKey), ...changes });
  const { digest, options } = signatureAlgorithm.node;
  const signature = sign(digest, info, { key: pair.privateKey, ...options });
  return assembleCertificationRequest(info, signatureAlgorithm, new Uint8Array(signature));
}

/** Not parsed: some of the keys here are refused. */
function spki(key: KeyObject): CertificationRequestInfo['publicKey'] {
  return asDer<'SubjectPublicKeyInfo'>(new Uint8Array(key.export({ format: 'der', type: 'spki' })));
}

function password(text: string): RequestAttribute {
  return attribute(
    CHALLENGE_PASSWORD,
    writeDer((writer) => writer.utf8String(text)),
  );
}

function attribute(type: string, value: Uint8Array): RequestAttribute {
  return { type: oid(type), values: [value] };
}
