/** 1,000 certificates, 200 CRLs and 200 requests: the `@peculiar/asn1-*` packages read each field as we wrote it, and write the same bytes. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { it } from 'node:test';

import { CertificationRequest as PeculiarRequest } from '@peculiar/asn1-csr';
import { AsnConvert } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';
import * as fc from 'fast-check';

import { distributionPointLists } from '../test/distribution-point-arbitraries.ts';
import { distinguishedNames, generalNameLists, octets, oids } from '../test/general-name-arbitraries.ts';
import * as peculiar from '../test/peculiar-values.ts';
import { certificatePolicyLists } from '../test/policy-arbitraries.ts';
import * as pki from './index.ts';

/** Real keys, a handful of them; a signature is real where it is verified, in one case of ten. */
const keys = ['P-256', 'P-384'].map((namedCurve) => keyPair(generateKeyPairSync('ec', { namedCurve })));
keys.push(keyPair(generateKeyPairSync('ed25519')));

const time = fc.integer({ min: -631_152_000, max: 253_402_300_799 });
const serialNumbers = fc.bigInt(1n, 2n ** 159n - 1n).map((number) => pki.serialNumberFromHex(number.toString(16)));

function extension<T>(type: pki.ExtensionType<T>, values: fc.Arbitrary<T>): fc.Arbitrary<pki.Extension> {
  return fc.tuple(values, fc.boolean()).map(([value, critical]) => pki.makeExtension(type, value, critical));
}

const unknown = fc.record(
  { oid: oids(), critical: fc.boolean(), value: fc.uint8Array({ maxLength: 300 }) },
  { noNullPrototype: true },
);
const extensions = fc.uniqueArray(
  fc.oneof(
    extension(
      pki.basicConstraints,
      fc.nat(9).map((pathLength) => ({ ca: true, pathLength })),
    ),
    extension(
      pki.keyUsage,
      fc.subarray([...pki.KEY_USAGES], { minLength: 1 }).map((names) => new Set(names)),
    ),
    extension(pki.extendedKeyUsage, fc.uniqueArray(oids(), { minLength: 1, maxLength: 5 })),
    extension(pki.subjectKeyIdentifier, octets()),
    extension(
      pki.authorityKeyIdentifier,
      octets().map((keyIdentifier) => ({ keyIdentifier })),
    ),
    extension(pki.subjectAltName, generalNameLists()),
    extension(pki.crlDistributionPoints, distributionPointLists()),
    extension(pki.certificatePolicies, certificatePolicyLists()),
    unknown,
  ),
  { selector: ({ oid }) => oid, maxLength: 8 },
);
const names = distinguishedNames(0, 4);

const certificates = fc.record({
  serialNumber: serialNumbers,
  issuer: distinguishedNames(),
  notBefore: time,
  notAfter: time,
  subject: names,
  signer: fc.constantFrom(...keys),
  subjectKey: fc.constantFrom(...keys),
  extensions,
});

it('reads and writes 1,000 certificates alike', () => {
  for (const [at, fields] of fc.sample(certificates, { numRuns: 1000, seed: 1 }).entries()) {
    const { signer, subjectKey } = fields;
    const tbs = pki.encodeTbsCertificate({
      ...fields,
      signatureAlgorithm: signer.algorithm,
      issuer: fields.issuer.der,
      subject: fields.subject.der,
      publicKey: subjectKey.publicKey.der,
    });
    const signature = at % 10 === 0 ? signer.sign(tbs) : new Uint8Array(randomBytes(64));
    const der = pki.assembleCertificate(tbs, signer.algorithm, signature);

    const { tbsCertificate: read, ...outer } = AsnConvert.parse(der, x509.Certificate);
    assert.equal(read.version, x509.Version.v3);
    assert.equal(peculiar.integer(read.serialNumber), pki.serialNumberToBigInt(fields.serialNumber));
    assertAlgorithm(read.signature, signer.algorithm);
    assertName(read.issuer, fields.issuer);
    assertTime(read.validity.notBefore.getTime(), fields.notBefore);
    assertTime(read.validity.notAfter.getTime(), fields.notAfter);
    assertName(read.subject, fields.subject);
    assertBytes(AsnConvert.serialize(read.subjectPublicKeyInfo), subjectKey.publicKey.der);
    assertExtensions(read.extensions, fields.extensions);
    assertAlgorithm(outer.signatureAlgorithm, signer.algorithm);
    assertBytes(outer.signatureValue, signature);
    assertBytes(AsnConvert.serialize(AsnConvert.parse(der, x509.Certificate)), der);

    const again = pki.Certificate.parse(der, { lenient: false });
    assert.deepEqual(again.extensions, fields.extensions);
    if (at % 10 === 0) assert.equal(again.verify(signer.publicKey), true);
  }
});

const entries = fc.array(
  fc.record(
    {
      serialNumber: serialNumbers,
      revocationDate: time,
      reason: fc.constantFrom<(pki.RevocationReason | undefined)[]>('KEY_COMPROMISE', 'REMOVE_FROM_CRL', undefined),
      invalidityDate: fc.option(fc.integer({ min: 0, max: 253_402_300_799 }), { nil: undefined }),
      certificateIssuer: fc.option(
        generalNameLists().map((list) => pki.certificateIssuer.encode(list)),
        {
          nil: undefined,
        },
      ),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 10 },
);
const lists = fc.record({
  issuer: distinguishedNames(),
  thisUpdate: time,
  nextUpdate: time,
  signer: fc.constantFrom(...keys),
  entries,
  extensions,
});

it('reads and writes 200 CRLs alike', () => {
  for (const fields of fc.sample(lists, { numRuns: 200, seed: 2 })) {
    const { signer } = fields;
    const tbs = pki.encodeTbsCrl({
      ...fields,
      signatureAlgorithm: signer.algorithm,
      issuer: fields.issuer.der,
      entries: fields.entries.map((entry) => pki.encodeCrlEntry(entry)),
    });
    const der = pki.assembleCrl(tbs, signer.algorithm, new Uint8Array(randomBytes(64)));

    const whole = AsnConvert.parse(der, x509.CertificateList);
    const { tbsCertList: read } = whole;
    assert.equal(read.version, x509.Version.v2);
    assertAlgorithm(read.signature, signer.algorithm);
    assertName(read.issuer, fields.issuer);
    assertTime(read.thisUpdate.getTime().getTime(), fields.thisUpdate);
    assertTime(read.nextUpdate!.getTime().getTime(), fields.nextUpdate);
    assertExtensions(read.crlExtensions, fields.extensions);
    assert.equal(read.revokedCertificates?.length ?? 0, fields.entries.length);
    for (const [at, entry] of fields.entries.entries()) assertEntry(read.revokedCertificates![at]!, entry);
    assertBytes(AsnConvert.serialize(whole), der);
  }
});

const requests = fc.record({
  subject: names,
  signer: fc.constantFrom(...keys),
  extensions,
  attributes: fc.uniqueArray(
    fc.record({ type: oids(), values: octets(8).map((content) => [octetString(content)]) }, { noNullPrototype: true }),
    { selector: ({ type }) => type, maxLength: 3 },
  ),
});

it('reads and writes 200 requests alike', () => {
  for (const fields of fc.sample(requests, { numRuns: 200, seed: 3 })) {
    const { signer } = fields;
    const publicKey = signer.publicKey.der;
    const info = pki.encodeCertificationRequestInfo({ ...fields, subject: fields.subject.der, publicKey });
    const der = pki.assembleCertificationRequest(info, signer.algorithm, signer.sign(info));

    const whole = AsnConvert.parse(der, PeculiarRequest);
    const { certificationRequestInfo: read } = whole;
    assert.equal(read.version, 0);
    assertName(read.subject, fields.subject);
    assertBytes(AsnConvert.serialize(read.subjectPKInfo), publicKey);
    const others = read.attributes.filter(({ type }) => type !== EXTENSION_REQUEST);
    assert.deepEqual(
      others.map(({ type, values }) => [type, values.map(peculiar.octets)]).toSorted(byText),
      fields.attributes.map(({ type, values }) => [type, values]).toSorted(byText),
    );
    const wanted = read.attributes.find(({ type }) => type === EXTENSION_REQUEST)?.values[0];
    assertExtensions(wanted && AsnConvert.parse(wanted, x509.Extensions), fields.extensions);
    assertBytes(AsnConvert.serialize(whole), der);
    pki.CertificationRequest.parse(der, { lenient: false }).verifyProofOfPossession();
  }
});

function keyPair({ publicKey: key, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }) {
  const publicKey = pki.parsePublicKey(new Uint8Array(key.export({ format: 'der', type: 'spki' })));
  const algorithm = pki.defaultSignatureAlgorithm(publicKey.algorithm, publicKey.bits);
  const { digest, options } = algorithm.node;
  return {
    publicKey,
    algorithm,
    sign: (data: Uint8Array) => new Uint8Array(sign(digest, data, { key: privateKey, ...options })),
  };
}

function octetString(content: Uint8Array): Uint8Array {
  return pki.writeDer((writer) => writer.octetString(content));
}

function assertBytes(actual: ArrayBuffer, expected: Uint8Array): void {
  assert.equal(peculiar.octets(actual).toHex(), expected.toHex());
}

function assertTime(value: Date | number, seconds: number): void {
  assert.equal(Number(value) / 1000, seconds);
}

function assertAlgorithm({ algorithm, parameters }: x509.AlgorithmIdentifier, expected: pki.SignatureAlgorithm): void {
  assert.equal(algorithm, expected.oid);
  assert.equal(parameters ?? undefined, undefined);
}

/** Component by component, attribute by attribute. */
function assertName(actual: x509.Name, expected: pki.DistinguishedName): void {
  assert.deepEqual(
    Array.from(actual, (rdn) => Array.from(rdn, ({ type, value }) => [type, value.toString()])),
    expected.rdns.map((rdn) => rdn.map(({ type, value }) => [type, value])),
  );
  assertBytes(AsnConvert.serialize(actual), expected.der);
}

function assertExtensions(actual: x509.Extensions | undefined, expected: readonly pki.Extension[]): void {
  assert.deepEqual(
    Array.from(actual ?? [], ({ extnID, critical, extnValue }) => [
      extnID,
      critical,
      peculiar.octets(extnValue.buffer),
    ]),
    expected.map(({ oid, critical, value }) => [oid, critical, value]),
  );
}

function assertEntry(actual: x509.RevokedCertificate, expected: pki.CrlEntryFields): void {
  assert.equal(peculiar.integer(actual.userCertificate), pki.serialNumberToBigInt(expected.serialNumber));
  assertTime(actual.revocationDate.getTime(), expected.revocationDate);
  const found = new Map(actual.crlEntryExtensions?.map(({ extnID, extnValue }) => [extnID, extnValue.buffer]));
  const reason = found.get(pki.reasonCode.oid);
  assert.equal(reason && pki.revocationReason(AsnConvert.parse(reason, x509.CRLReason).reason), expected.reason);
  const date = found.get(pki.invalidityDate.oid);
  if (expected.invalidityDate === undefined) assert.equal(date, undefined);
  else assertTime(AsnConvert.parse(date!, x509.InvalidityDate).value, expected.invalidityDate);
  const issuer = found.get(pki.certificateIssuer.oid);
  assert.deepEqual(issuer && peculiar.octets(issuer), expected.certificateIssuer);
}

function byText(a: readonly unknown[], b: readonly unknown[]): number {
  return String(a[0]) < String(b[0]) ? -1 : 1;
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
