import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signatureAlgorithms } from '@sealwright/pki';

import { TestSigner } from '../../../pki/test/cms-signers.ts';
import { asBytes, asText, everyProperty, signXml } from '../../test/xml-signing.ts';
import { XmlError, type XmlErrorCode } from './errors.ts';
import { prepareXmlSignature, verifyXmlSignatures } from './index.ts';

const signer = TestSigner.named('SHA256withECDSA');
/** Algorithms that have no name in XML signatures, and DSA. */
const NOT_SIGNED_WITH = /^(?:MD5With|SHA3-\d+withRSA|ML-DSA|SLH-DSA)|WithDSA$/;

function assertRefused(work: () => unknown, code: XmlErrorCode): void {
  assert.throws(work, (error) => error instanceof XmlError && error.code === code, code);
}

describe('an enveloped signature', () => {
  it('is the last child of the document, which stays as it is otherwise', () => {
    const text =
      '<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- </a> --><p:a xmlns:p="urn:p"\tb = \'&#x41;\'>\r\n <b/> </p:a >\r\n<!-- </a> -->';
    const signed = asText(signXml(signer, text));
    const signature = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)!;
    assert.equal(signed.replace(signature[0], ''), text);
    assert.ok(signed.slice(signature.index + signature[0].length).startsWith('</p:a >'));
  });

  it('has names with the prefix that is wanted, or none, and verifies the same', () => {
    for (const [prefix, pattern] of [
      ['', /^<a xmlns="urn:a"><Signature xmlns="[^"]*"><SignedInfo>.*<\/Signature><\/a>$/],
      ['x', /^<a xmlns="urn:a"><x:Signature xmlns:x="[^"]*"><x:SignedInfo>.*<\/x:Signature><\/a>$/],
    ] as const) {
      const signed = signXml(signer, '<a xmlns="urn:a"/>', { prefix });
      assert.match(asText(signed), pattern);
      assert.equal(verifyXmlSignatures(signed)[0]?.status, 'valid', prefix);
    }
    for (const prefix of ['xml', 'xmlns', 'a:b', '1', '"', 'a'.repeat(33)])
      assertRefused(() => signXml(signer, '<a/>', { prefix }), 'xml.bad_text');
  });

  it('opens an element that was written empty', () => {
    for (const [text, pattern] of [
      ['<a/>', /^<a><ds:Signature .*<\/ds:Signature><\/a>$/],
      [
        '<?x?><p:a xmlns:p="urn:p" b="/>" />\n',
        /^<\?x\?><p:a xmlns:p="urn:p" b="\/>" ><ds:Signature .*<\/ds:Signature><\/p:a>\n$/,
      ],
    ] as const) {
      assert.match(asText(signXml(signer, text)), pattern);
      assert.equal(verifyXmlSignatures(signXml(signer, text))[0]?.status, 'valid');
    }
  });

  it('is written in the encoding of the document', () => {
    for (const bigEndian of [false, true]) {
      const octets = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><å b="😀"/>', 'utf16le');
      const document = new Uint8Array(bigEndian ? octets.swap16() : octets);
      const signed = signXml(signer, document, { xades: everyProperty });
      assert.deepEqual(signed.subarray(0, 80), document.subarray(0, 80));
      assert.equal(verifyXmlSignatures(signed)[0]?.status, 'valid');
      const text = new TextDecoder(bigEndian ? 'utf-16be' : 'utf-16le').decode(signed);
      assert.match(text, /<å b="😀"><ds:Signature .*<\/ds:Signature><\/å>$/);
    }
  });

  it('is written in the encoding of the document, with references to the characters that it lacks', () => {
    for (const [encoding, octets, roles] of [
      ['ISO-8859-1', '<\xe5>\x80</\xe5>', ['\xe5', '&#8364;']],
      ['ISO-8859-1', '<\xe5/>', ['\xe5', '&#8364;']],
      ['windows-1252', '<\xe5>\x80</\xe5>', ['\xe5', '\x80']],
      ['US-ASCII', '<a>&#229;</a>', ['&#229;', '&#8364;']],
    ] as const) {
      const document = Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${octets}`, 'latin1');
      const signed = signXml(signer, new Uint8Array(document), {
        xades: { ...everyProperty, claimedRoles: ['å', '€'] },
      });
      const [verdict] = verifyXmlSignatures(signed, { xades: true });
      assert.ok(verdict?.status === 'valid', encoding);
      assert.deepEqual(verdict.xades?.claimedRoles, ['å', '€']);
      const text = Buffer.from(signed).toString('latin1');
      assert.deepEqual(
        [...text.matchAll(/<xades:ClaimedRole>(.*?)</g)].map(([, role]) => role),
        roles,
      );
      const name = octets.slice(1, 2);
      assert.ok(text.startsWith(`<?xml version="1.0" encoding="${encoding}"?><${name}>`));
      assert.ok(text.endsWith(`</ds:Signature></${name}>`));
    }
  });

  it('names what it is made with as SignServer does', () => {
    const signed = asText(signXml(signer, '<a/>'));
    assert.deepEqual(
      [...signed.matchAll(/<ds:(\w+) (?:Algorithm|URI)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      [
        ['CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments'],
        ['SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'],
        ['Reference', ''],
        ['Transform', 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
        ['DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'],
      ],
    );
  });

  it('holds the certificates that it is given, in their order, or none', () => {
    const other = TestSigner.named('SHA256withRSA').certificate;
    const included = [signer.certificate.der, other.der];
    const [verdict] = verifyXmlSignatures(signXml(signer, '<a/>', { included }));
    assert.ok(verdict?.status === 'valid');
    assert.deepEqual(
      verdict.certificates.map(({ der }) => der),
      included,
    );
    const bare = signXml(signer, '<a/>', { included: [] });
    assert.doesNotMatch(asText(bare), /KeyInfo/);
    assert.equal(verifyXmlSignatures(bare, { certificates: [signer.certificate] })[0]?.status, 'valid');
  });

  for (const algorithm of signatureAlgorithms.filter(({ name }) => !NOT_SIGNED_WITH.test(name)))
    it(`is made by ${algorithm.name}`, () => {
      const signer = new TestSigner(algorithm);
      const [verdict] = verifyXmlSignatures(signXml(signer, '<a>text</a>'));
      assert.ok(verdict?.status === 'valid', JSON.stringify(verdict));
      assert.equal(verdict.algorithm, algorithm);
      assert.deepEqual(verdict.weak, algorithm.weak ? [algorithm.name, 'SHA-1'] : []);
      const changed = asBytes(
        asText(signXml(signer, '<a>text</a>')).replace('</ds:DigestMethod>', ' </ds:DigestMethod>'),
      );
      const [invalid] = verifyXmlSignatures(changed);
      assert.equal(invalid?.status === 'invalid' && invalid.fault, 'signature');
    });

  it('is not made by an algorithm that XML signatures do not know, or that is only verified', () => {
    for (const name of ['ML-DSA-44', 'SHA256WithDSA', 'SHA3-256withRSA'])
      assertRefused(() => signXml(TestSigner.named(name), '<a/>'), 'xml.algorithm');
    assertRefused(() => signXml(signer, '<a/>', { digestAlgorithm: 'MD5' }), 'xml.algorithm');
  });

  it('is not made over a document that is not read', () => {
    assertRefused(() => signXml(signer, '<!DOCTYPE a><a/>'), 'xml.doctype');
    assertRefused(() => signXml(signer, 'no XML'), 'xml.not_well_formed');
  });

  it('is not made with a text that XML cannot hold', () => {
    for (const role of ['\u{0}', '\u{ffff}', '\ud800'])
      assertRefused(() => signXml(signer, '<a/>', { xades: { signingTime: 0, claimedRoles: [role] } }), 'xml.bad_text');
  });

  it('is prepared as plain data, which a thread can send', () => {
    const { der } = signer.certificate;
    const settings = { signatureAlgorithm: 'SHA256withECDSA', certificate: der, included: [der], xades: everyProperty };
    const prepared = prepareXmlSignature(asBytes('<a/>'), structuredClone(settings));
    assert.deepEqual(structuredClone(prepared), prepared);
  });
});
