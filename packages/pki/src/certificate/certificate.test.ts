import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { asDer, oid, type Oid } from '../der/index.ts';
import { basicConstraints } from '../extension/basic-constraints.ts';
import { type Extension, makeExtension } from '../extension/extension.ts';
import { keyUsage } from '../extension/key-usage.ts';
import { DistinguishedName } from '../name/index.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';
import { serialNumberFromHex } from '../serial-number.ts';
import { Certificate } from './certificate.ts';
import { assembleCertificate, encodeTbsCertificate, type TbsCertificate } from './tbs-certificate.ts';

const caKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const caPublicKey = parsed(caKeys.publicKey.export({ format: 'der', type: 'spki' }));
const algorithm = signatureAlgorithmByName('SHA256withECDSA');
const issuer = DistinguishedName.parse('CN=Issuing CA,O=Example,C=SE');

describe('a certificate that was built', () => {
  const certificate = Certificate.parse(issue({}), { lenient: false });

  it('says what it was built from', () => {
    assert.equal(certificate.version, 3);
    assert.equal(certificate.serialNumber, '5A1F33C09D2E7781');
    assert.equal(certificate.serialNumberText, '5A1F33C09D2E7781');
    assert.equal(certificate.signatureAlgorithm, algorithm);
    assert.deepEqual(certificate.issuer.der, issuer.der);
    assert.equal(certificate.notBefore, 1_700_000_000);
    assert.equal(certificate.notAfter, 2_600_000_000);
    assert.equal(certificate.subject.toString(), 'CN=www.example.se');
    assert.deepEqual(certificate.publicKey.der, caPublicKey.der);
    assert.deepEqual(certificate.departures, []);
  });

  it('gives the value of an extension by its type', () => {
    assert.equal(certificate.extension(basicConstraints)?.ca, false);
    assert.equal(certificate.extension(keyUsage), undefined);
  });

  it('is verified with the key that signed it and with no other', () => {
    assert.equal(certificate.verify(caPublicKey), true);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    assert.equal(certificate.verify(parsed(other.export({ format: 'der', type: 'spki' }))), false);
  });

  it('is not verified when one bit of what was signed has changed', () => {
    const changed = Uint8Array.from(certificate.der);
    changed[Buffer.from(changed).indexOf('www.example.se')]! ^= 1;
    assert.equal(Certificate.parse(changed).verify(caPublicKey), false);
  });

  it('is not verified when the last bit of its signature does not count', () => {
    for (;;) {
      const der = Uint8Array.from(issue({}));
      if ((der.at(-1)! & 1) !== 0) continue;
      der[der.length - Certificate.parse(der).signature.length - 1] = 1;
      const changed = Certificate.parse(der);
      assert.deepEqual(changed.departures, ['signature-bits']);
      assert.equal(changed.verify(caPublicKey), false);
      return;
    }
  });

  it('has the digests of its encoding as fingerprints', () => {
    for (const hash of ['sha1', 'sha256'] as const) {
      assert.equal(certificate[`${hash}Fingerprint`], createHash(hash).update(certificate.der).digest('hex'));
    }
  });

  it('is self-issued when both names are equal (RFC 5280 §7.1)', () => {
    assert.equal(certificate.isSelfIssued, false);
    const subject = DistinguishedName.parse('CN=issuing  ca,O=EXAMPLE,C=SE').der;
    assert.equal(Certificate.parse(issue({ subject })).isSelfIssued, true);
  });

  it('has no extensions field when there is none', () => {
    const bare = Certificate.parse(issue({ extensions: [] }), { lenient: false });
    assert.deepEqual(bare.extensions, []);
  });

  it('is refused when an extension stands twice', () => {
    const extension = makeExtension(basicConstraints, { ca: true }, true);
    assert.throws(() => issue({ extensions: [extension, extension] }), { code: 'x509.duplicate_extension' });
  });
});

it('reads a certificate out of a larger buffer without copying it', () => {
  const der = issue({});
  const buffer = Buffer.concat([Buffer.alloc(7), der, Buffer.alloc(3)]);
  const certificate = Certificate.parse(buffer.subarray(7, 7 + der.length));
  assert.equal(certificate.tbs.buffer, buffer.buffer);
  assert.equal(certificate.verify(caPublicKey), true);
});

it('refuses every truncation, and bytes behind the end', () => {
  const der = issue({});
  for (let length = 0; length < der.length; length++) {
    assert.throws(() => Certificate.parse(der.subarray(0, length)), { name: 'DerError' });
  }
  assert.throws(() => Certificate.parse(Uint8Array.of(...der, 0)), { code: 'der.trailing_bytes' });
});

it('throws nothing but its own errors for octets that were changed at random', () => {
  const der = issue({});
  fc.assert(
    fc.property(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const changed = Uint8Array.from(der);
      changed[at]! ^= mask;
      readEverything(changed);
    }),
    { numRuns: 500 },
  );
});

it('reads what it wrote, whatever it wrote', () => {
  fc.assert(
    fc.property(fields, (content) => {
      const der = issue(content);
      const certificate = Certificate.parse(der, { lenient: false });
      const { serialNumber, notBefore, notAfter, extensions } = certificate;
      assert.deepEqual({ serialNumber, notBefore, notAfter, extensions }, content);
      const again = issue({ ...content, issuer: certificate.issuer.der, subject: certificate.subject.der });
      assert.deepEqual(Certificate.parse(again).tbs, certificate.tbs);
    }),
    { numRuns: 100 },
  );
});

/** Times on both sides of 2050, serial numbers of every length, extensions of sizes with every length form. */
const extension: fc.Arbitrary<Extension> = fc.record(
  {
    oid: fc.nat(1_000_000).map((arc): Oid => oid(`1.3.6.1.4.1.${arc}`)),
    critical: fc.boolean(),
    value: fc.uint8Array({ maxLength: 300 }),
  },
  { noNullPrototype: true },
);
const fields = fc.record(
  {
    serialNumber: fc.bigInt(1n, 2n ** 159n - 1n).map((number) => serialNumberFromHex(number.toString(16))),
    notBefore: fc.integer({ min: 0, max: 2_524_607_999 }),
    notAfter: fc.integer({ min: 2_524_600_000, max: 253_402_300_799 }),
    extensions: fc.uniqueArray(extension, { selector: ({ oid }) => oid, maxLength: 5 }),
  },
  { noNullPrototype: true },
);

function issue(changes: Partial<TbsCertificate>): Uint8Array {
  const extensions: readonly Extension[] = [makeExtension(basicConstraints, { ca: false }, true)];
  const tbs = encodeTbsCertificate({
    serialNumber: serialNumberFromHex('5A1F33C09D2E7781'),
    signatureAlgorithm: algorithm,
    issuer: issuer.der,
    notBefore: 1_700_000_000,
    notAfter: 2_600_000_000,
    subject: DistinguishedName.parse('CN=www.example.se').der,
    publicKey: asDer<'SubjectPublicKeyInfo'>(caPublicKey.der),
    extensions,
    ...changes,
  });
  return assembleCertificate(tbs, algorithm, new Uint8Array(sign('sha256', tbs, caKeys.privateKey)));
}

function readEverything(der: Uint8Array): void {
  try {
    const certificate = Certificate.parse(der);
    String(certificate.issuer);
    String(certificate.subject);
    certificate.extension(basicConstraints);
    certificate.verify(caPublicKey);
    assert.equal(certificate.publicKey.keyObject.type, 'public');
  } catch (error) {
    assert.match(String((error as { code?: unknown }).code), /^(?:der|x509|algorithm|key)\./);
  }
}

function parsed(spki: Uint8Array): PublicKey {
  return parsePublicKey(new Uint8Array(spki));
}
