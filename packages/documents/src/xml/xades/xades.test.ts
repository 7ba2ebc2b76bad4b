import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { genTimeMicroseconds, KEY_PURPOSES, makeExtension, ocspNoCheck } from '@sealwright/pki';

import { TestSigner } from '../../../../pki/test/cms-signers.ts';
import { NOW_MICROSECONDS, TestAuthority } from '../../../../pki/test/time-stamps.ts';
import { asBytes, asText, everyProperty, makeTimeStamp, signXml } from '../../../test/xml-signing.ts';
import { verifyXmlSignatures, XADES_COMMITMENT_TYPES, type XmlSignatureFault } from '../index.ts';

const signer = TestSigner.named('SHA256withECDSA');
const other = TestSigner.named('SHA256withRSA');
const authority = new TestAuthority('SHA256withECDSA');
const notAllowed = new TestAuthority('SHA256withECDSA', [KEY_PURPOSES.emailProtection]);
const level = { b: asText(signXml(signer, '<a/>', { xades: everyProperty })), t: '' };
level.t = asText(signXml(signer, '<a/>', { xades: { signingTime: 0 }, authority }));

function assertFault(document: string, fault: XmlSignatureFault): void {
  const [verdict] = verifyXmlSignatures(asBytes(document), { xades: true });
  assert.equal(verdict?.status === 'invalid' ? verdict.fault : verdict?.status, fault, document);
}

function validOf(document: string) {
  const [verdict] = verifyXmlSignatures(asBytes(document), { xades: true });
  assert.ok(verdict?.status === 'valid', document);
  assert.ok(verdict.xades !== undefined);
  return { ...verdict, xades: verdict.xades };
}

describe('a XAdES signature', () => {
  it('says what the signer said', () => {
    const { xades, coversDocument, signed } = validOf(level.b);
    assert.deepEqual(xades, {
      signingTime: 1_700_000_000,
      commitmentTypes: [XADES_COMMITMENT_TYPES.PROOF_OF_APPROVAL, XADES_COMMITMENT_TYPES.PROOF_OF_ORIGIN],
      claimedRoles: ['Head of <everything> & "more"', 'ö'],
      productionPlace: { ...everyProperty.productionPlace, stateOrProvince: undefined },
      policy: 'urn:oid:1.2.752.1.1',
      timeStamps: [],
    });
    assert.equal(coversDocument, true);
    assert.equal(signed.length, 2);
  });

  it('says so in the first version of the properties too', () => {
    const first = asText(signXml(signer, '<a/>', { xades: { ...everyProperty, propertiesVersion: 1 } }));
    assert.match(first, /<xades:SigningCertificate>.*<ds:X509SerialNumber>177789161760246<.*<xades:SignerRole>/);
    assert.doesNotMatch(first, /V2>/);
    const { xades } = validOf(first);
    assert.deepEqual(xades.claimedRoles, everyProperty.claimedRoles);
    assert.deepEqual(xades.productionPlace?.streetAddress, undefined);
  });

  it('of level T says when it was there, as an authority knows', () => {
    const { xades } = validOf(level.t);
    const [stamp, second] = xades.timeStamps;
    assert.equal(second, undefined);
    assert.equal(genTimeMicroseconds(stamp!.time), NOW_MICROSECONDS);
    assert.deepEqual(stamp!.certificate.der, authority.signer.certificate.der);
    assert.equal(stamp!.weak, false);
  });

  it('is one whatever is declared around it', () => {
    const around =
      '<p:a xmlns:p="urn:p" xmlns="urn:d" xmlns:ds="urn:x" xmlns:xades="urn:y" xml:lang="en" xml:base="http://b/"/>';
    assert.equal(
      validOf(asText(signXml(signer, around, { xades: everyProperty, authority }))).xades.timeStamps.length,
      1,
    );
  });

  it('is also an XML signature to those who do not look at the properties', () => {
    const [verdict] = verifyXmlSignatures(asBytes(level.b));
    assert.equal(verdict?.status === 'valid' && verdict.xades, undefined);
  });
});

describe('a XAdES signature is invalid', () => {
  it('without properties, and with those of another signature', () => {
    assertFault(asText(signXml(signer, '<a/>')), 'properties');
    assertFault(level.b.replace(/Target="#sig-/, 'Target="#sig'), 'properties');
    assertFault(level.b.replace(/<ds:Signature ([^>]*) Id="[^"]*"/, '<ds:Signature $1'), 'properties');
    const qualifying = /<xades:QualifyingProperties.*<\/xades:QualifyingProperties>/.exec(level.b)![0];
    const empty = qualifying.replace(/<xades:SignedProperties.*<\/xades:SignedProperties>/, '');
    assertFault(level.b.replace('</ds:Signature>', `<ds:Object>${empty}</ds:Object></ds:Signature>`), 'properties');
  });

  it('when the properties were changed', () => {
    assertFault(level.b.replace('2023-', '2024-'), 'digest');
  });

  it('when the properties that are signed are not those of the signature', () => {
    const signed = /<xades:SignedProperties.*<\/xades:SignedProperties>/.exec(level.b)![0];
    const forged = signed.replace('2023-', '2024-').replace('Id="props-', 'Id="other-');
    const moved = level.b
      .replace(signed, forged)
      .replace(
        '</ds:Signature>',
        `<ds:Object xmlns:xades="http://uri.etsi.org/01903/v1.3.2#">${signed}</ds:Object></ds:Signature>`,
      );
    // What was signed is still there and unchanged, only not where properties stand.
    assertFault(moved, 'properties');
  });

  it('when the signed reference is to another certificate', () => {
    const sameKey = new TestSigner(other.algorithms.signature, [makeExtension(ocspNoCheck, true, false)]);
    const [der, otherDer] = [other.certificate.der, sameKey.certificate.der].map((one) => one.toBase64());
    const document = asText(signXml(other, '<a/>', { xades: everyProperty }));
    assertFault(document.replace(der!, otherDer!), 'signing-certificate');
    // Of two certificates of one key the signed reference says which is meant.
    const both = `${otherDer}</ds:X509Certificate><ds:X509Certificate>${der}`;
    assert.deepEqual(validOf(document.replace(der!, both)).certificate.der, other.certificate.der);
  });

  it('with a time-stamp of something else, or by nobody who is allowed to', () => {
    const token = /<xades:EncapsulatedTimeStamp>([^<]*)/.exec(level.t)![1]!;
    const stamped = (octets: Uint8Array, by = authority): string => makeTimeStamp(by, octets).toBase64();
    assertFault(level.t.replace(token, stamped(asBytes('something else'))), 'time-stamp');
    assertFault(level.t.replace(token, 'AAAA'), 'malformed');
    assertFault(asText(signXml(signer, '<a/>', { xades: { signingTime: 0 }, authority: notAllowed })), 'time-stamp');
  });

  it('with more time-stamps than are read', () => {
    const stamp = /<xades:SignatureTimeStamp>.*<\/xades:SignatureTimeStamp>/.exec(level.t)![0];
    assert.equal(validOf(level.t.replace(stamp, stamp.repeat(16))).xades.timeStamps.length, 16);
    assertFault(level.t.replace(stamp, stamp.repeat(17)), 'time-stamp');
  });
});
