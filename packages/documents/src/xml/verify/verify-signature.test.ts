import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { TestSigner } from '../../../../pki/test/cms-signers.ts';
import { signReferencesBy } from '../../../test/xml-references.ts';
import { asBytes, asText, everyProperty, signXml } from '../../../test/xml-signing.ts';
import { XmlError } from '../errors.ts';
import { childElements } from '../nodes.ts';
import { parseXml } from '../parse.ts';
import { type VerifyXmlOptions, verifyXmlSignatures, type XmlSignatureFault } from './verify-signature.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const XPATH = 'http://www.w3.org/TR/1999/REC-xpath-19991116';
const XPATH_FILTER = 'http://www.w3.org/2002/06/xmldsig-filter2';
const signer = TestSigner.named('SHA256withECDSA');
const other = TestSigner.named('SHA256withRSA');

/** The one verdict, which has to be that. */
function assertFault(document: string, fault: XmlSignatureFault, options?: VerifyXmlOptions): void {
  const [verdict, second] = verifyXmlSignatures(asBytes(document), options);
  assert.equal(second, undefined);
  assert.equal(verdict?.status === 'invalid' ? verdict.fault : verdict?.status, fault, JSON.stringify(verdict));
}

function validOf(document: string | Uint8Array, options?: VerifyXmlOptions) {
  const [verdict] = verifyXmlSignatures(typeof document === 'string' ? asBytes(document) : document, options);
  assert.ok(verdict?.status === 'valid', JSON.stringify(verdict));
  return verdict;
}

type References = Parameters<typeof signReferencesBy> extends [unknown, ...infer Rest] ? Rest : never;
const signReferences = (...how: References): string => signReferencesBy(signer, ...how);
const signed = asText(signXml(signer, '<a><b>text</b></a>'));

describe('a valid signature', () => {
  it('says who signed what, and that it is all of the document', () => {
    const verdict = validOf(signed, { octets: true });
    assert.deepEqual(verdict.certificate.der, signer.certificate.der);
    assert.equal(verdict.algorithm.name, 'SHA256withECDSA');
    assert.deepEqual([verdict.coversDocument, verdict.weak, verdict.xades], [true, [], undefined]);
    assert.deepEqual(verdict.signed, [
      { uri: '', type: undefined, element: undefined, octets: asBytes('<a><b>text</b></a>') },
    ]);
  });

  it('of a part says which, and that it is not all', () => {
    for (const uri of ['#p', "#xpointer(id('p'))", '#xpointer(id("p"))'.replaceAll('"', '&quot;')]) {
      const document = signReferences('<a><b Id="p">1</b><c/>SIGNATURE</a>', [{ uri, of: 'p' }]);
      const { coversDocument, signed } = validOf(document, { octets: true });
      assert.equal(coversDocument, false);
      assert.deepEqual(signed[0]?.element, { namespace: '', local: 'b' });
      assert.deepEqual(signed[0]?.octets, asBytes('<b Id="p">1</b>'));
      validOf(document.replace('<c/>', '<c>changed</c>'));
      assertFault(document.replace('>1<', '>2<'), 'digest');
    }
  });

  it("of the document's element by its id is one of all", () => {
    const document = signReferences('<a Id="all"><b/>SIGNATURE</a>', [
      { uri: '#all', transforms: [ENVELOPED], of: 'all' },
    ]);
    assert.equal(validOf(document).coversDocument, true);
    assertFault(document.replace('<b/>', '<b/><c/>'), 'digest');
  });

  it('of a document by #xpointer(/) is over its comments too, when they are kept', () => {
    const kept = [ENVELOPED, `${C14N}#WithComments`];
    const document = signReferences('<a><!-- c -->SIGNATURE</a>', [{ uri: '', transforms: kept, of: undefined }]);
    validOf(document);
    validOf(document.replace('<!-- c -->', '<!-- d -->'));
    assertFault(document.replace('URI=""', 'URI="#xpointer(/)"'), 'digest');
  });

  it('of all but signatures, as XPath says it, stays one beside others', () => {
    const filter = `<XPath xmlns="${XPATH_FILTER}" xmlns:d="http://www.w3.org/2000/09/xmldsig#" Filter="subtract">/descendant::d:Signature</XPath>`;
    const xpath = '<XPath xmlns:d="http://www.w3.org/2000/09/xmldsig#">not(ancestor-or-self::d:Signature)</XPath>';
    for (const [algorithm, expression] of [
      [XPATH_FILTER, filter],
      [XPATH, xpath],
    ] as const) {
      const document = signReferences('<a><b/>SIGNATURE</a>', [{ uri: '', transforms: ['x'], of: undefined }], (info) =>
        info.replace('<Transform Algorithm="x"/>', `<Transform Algorithm="${algorithm}">${expression}</Transform>`),
      );
      assert.equal(validOf(document).coversDocument, true);
      assert.deepEqual(
        verifyXmlSignatures(signXml(other, document)).map(({ status }) => status),
        ['valid', 'valid'],
      );
      assertFault(document.replace('<b/>', '<c/>'), 'digest');
    }
  });

  it('is one of several, each with a verdict', () => {
    const verdicts = verifyXmlSignatures(signXml(other, signed));
    assert.deepEqual(
      verdicts.map((one) => (one.status === 'valid' ? one.algorithm.name : one.fault)),
      // What was added is not what the first signer signed.
      ['digest', 'SHA256WithRSA'],
    );
  });

  it('has the certificate among those that the caller knows', () => {
    const bare = signXml(signer, '<a/>', { included: [] });
    assert.equal(
      validOf(bare, { certificates: [other.certificate, signer.certificate] }).certificate,
      signer.certificate,
    );
    assertFault(asText(bare), 'no-certificate');
    assertFault(asText(bare), 'signature', { certificates: [other.certificate] });
  });

  it('may have come through another writer of XML', () => {
    validOf(signed.replaceAll(/<ds:(\w+)([^>]*)><\/ds:\1>/g, '<ds:$1$2/>').replaceAll('"', "'"));
    validOf(signed.replaceAll(/(<ds:(?:SignatureValue|X509Certificate)>)([\w+/=]{40})/g, '$1\n$2\r\n  '));
    validOf(
      signed.replace('<a>', '<?x?>\n<!-- new --><a>').replace('</ds:KeyInfo>', '</ds:KeyInfo>\n').replace('<?x?>', ''),
    );
  });
});

describe('a signature is invalid', () => {
  it('when anything of the document was changed', () => {
    for (const [from, to] of [
      ['text', 'Text'],
      ['<b>', '<b c="">'],
      ['<a>', '<a> '],
      ['<a>', '<a xmlns:x="urn:x">'],
      ['<a>', '<?new?><a>'],
    ] as const)
      assertFault(signed.replace(from, to), 'digest');
  });

  it('when SignedInfo or the value was changed', () => {
    const value = /<ds:SignatureValue>(.)/.exec(signed)!;
    assertFault(signed.replace(value[0], `<ds:SignatureValue>${value[1] === 'A' ? 'B' : 'A'}`), 'signature');
    assertFault(signed.replace('#ecdsa-sha256', '#ecdsa-sha512'), 'signature');
    assertFault(signed.replace('#ecdsa-sha256', '#rsa-sha256'), 'signature');
    assertFault(signed.replace('</ds:Transforms>', '<!-- with comments --></ds:Transforms>'), 'signature');
    assertFault(signed.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>AAAA'), 'signature');
  });

  it('when the certificate is of another key', () => {
    assertFault(signed.replace(signer.certificate.der.toBase64(), other.certificate.der.toBase64()), 'signature');
    assertFault(signed.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, ''), 'no-certificate');
  });

  it('when a reference names nothing in the document, or two things', () => {
    const document = signReferences('<a><b Id="p">1</b>SIGNATURE</a>', [{ uri: '#p', of: 'p' }]);
    assertFault(document.replace('Id="p"', 'Id="q"'), 'reference');
    for (const uri of ['http://127.0.0.1:1/', 'file:///etc/passwd', '#', 'p', '#xpointer(//b)', '#xpointer(id(p))'])
      assertFault(document.replace('"#p"', `"${uri}"`), 'reference');
    for (const name of ['Id', 'ID', 'id', 'xml:id'])
      assertFault(document.replace('</b>', `</b><c ${name}="p"/>`), 'reference');
  });

  it('when its structure is not that of the schema', () => {
    for (const [from, to] of [
      ['</ds:SignedInfo>', '</ds:SignedInfo><ds:SignedInfo/>'],
      ['<ds:SignatureValue>', 'text<ds:SignatureValue>'],
      ['<ds:SignatureValue>', '<ds:SignatureValue><!-- -->'],
      ['<ds:DigestValue>', '<ds:DigestValue><!-- -->'],
      ['<ds:DigestValue>', '<ds:DigestValue><b/>'],
      ['<ds:DigestValue>', '<ds:DigestValue>!'],
      ['</ds:Reference>', '<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>'],
      ['</ds:Reference>', '</ds:Reference><ds:Extra/>'],
      ['</ds:KeyInfo>', '</ds:KeyInfo><ds:KeyInfo/>'],
      ['<ds:X509Certificate>', '<ds:X509Certificate>AAAA'],
      [' URI=""', ''],
      [/<ds:Reference.*<\/ds:Reference>/, ''],
      [/<ds:SignatureValue>.*<\/ds:SignatureValue>/, ''],
      ['></ds:SignatureMethod>', '><ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>'],
    ] as const)
      assertFault(signed.replace(from, to), 'malformed');
  });

  it('with algorithms and transforms that are not on the list', () => {
    for (const [from, to] of [
      [`${C14N}#WithComments`, 'urn:other'],
      ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'],
      ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'],
      ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmldsig-more#md5'],
      [ENVELOPED, 'http://www.w3.org/TR/1999/REC-xslt-19991116'],
      [ENVELOPED, 'http://www.w3.org/2000/09/xmldsig#base64'],
    ] as const)
      assertFault(signed.replace(from, to), 'not-supported');
    for (const [algorithm, expression] of [
      [XPATH, '<ds:XPath>true()</ds:XPath>'],
      [XPATH, '<ds:XPath>not(ancestor-or-self::x:Signature)</ds:XPath>'],
      [XPATH, '<ds:XPath xmlns:x="urn:x">not(ancestor-or-self::x:Signature)</ds:XPath>'],
      [XPATH_FILTER, `<XPath xmlns="${XPATH_FILTER}" Filter="intersect">/descendant::ds:Signature</XPath>`],
      [XPATH_FILTER, `<XPath xmlns="${XPATH_FILTER}" Filter="subtract">//*</XPath>`],
    ] as const)
      assertFault(signed.replace(`"${ENVELOPED}">`, `"${algorithm}">${expression}`), 'not-supported');
    const twice = `<ds:Transform Algorithm="${C14N}"/>`.repeat(2);
    assertFault(signed.replace('</ds:Transforms>', `${twice}</ds:Transforms>`), 'not-supported');
  });

  it('without one, a document has no verdict', () => {
    assert.deepEqual(verifyXmlSignatures(asBytes('<a/>')), []);
  });
});

describe('signature wrapping', () => {
  const document = signReferences('<r><order Id="p">pay 1</order>SIGNATURE</r>', [{ uri: '#p', of: 'p' }]);
  const order = '<order Id="p">pay 1</order>';
  const signature = /<Signature .*<\/Signature>/.exec(document)![0];

  it('with another element of the same id is refused', () => {
    assertFault(document.replace(order, `<order Id="p">pay 1000</order><old>${order}</old>`), 'reference');
    assertFault(document.replace(order, `<order ID="p">pay 1000</order><old>${order}</old>`), 'reference');
  });

  it('with what was signed moved elsewhere does not cover what stands in its place', () => {
    const moved = document.replace(order, `<order Id="q">pay 1000</order><old>${order}</old>`);
    const verdict = validOf(moved, { octets: true });
    assert.equal(verdict.coversDocument, false);
    assert.deepEqual(
      verdict.signed.map(({ octets }) => asText(octets!)),
      [order],
    );
  });

  it('with what was signed in an Object of the signature does not cover the document', () => {
    const hidden = signature.replace(
      '</Signature>',
      `<Object><order Id="p" xmlns="">pay 1</order></Object></Signature>`,
    );
    const verdict = validOf(`<r><order Id="q">pay 1000</order>${hidden}</r>`, { octets: true });
    assert.equal(verdict.coversDocument, false);
    assert.deepEqual(
      verdict.signed.map(({ octets }) => asText(octets!)),
      [order],
    );
  });

  it('with a whole signed document in another one does not cover that', () => {
    const [verdict] = verifyXmlSignatures(asBytes(`<evil>${signed}</evil>`));
    assert.equal(verdict?.status === 'invalid' && verdict.fault, 'digest');
  });

  it('with the signature in another signature finds the outer one only', () => {
    const outer = `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${signature}</ds:Object></ds:Signature>`;
    assertFault(`<r>${order}${outer}</r>`, 'malformed');
  });

  it('with a signature that is left out along with what an attacker adds to it is seen in the verdict alone', () => {
    const added = signed.replace('</ds:Signature>', '<ds:Object>added</ds:Object></ds:Signature>');
    const verdict = validOf(added, { octets: true });
    assert.equal(asText(verdict.signed[0]!.octets!), '<a><b>text</b></a>');
    assert.equal(verdict.foreignContent, true);
  });

  it('with elements that somebody has put into a signature is seen in the verdict', () => {
    assert.equal(validOf(signed).foreignContent, false);
    for (const [before, added] of [
      ['</ds:Signature>', '<ds:Object><order>pay 1000</order></ds:Object>'],
      ['</ds:KeyInfo>', '<order>pay 1000</order>'],
      ['</ds:X509Data>', '<order xmlns="urn:a">pay 1000</order>'],
      ['</ds:Signature>', '<ds:Object><order xmlns="http://uri.etsi.org/01903/order">pay 1000</order></ds:Object>'],
      ['</ds:Signature>', `<ds:Object><order xmlns="${XADES}">pay 1000</order></ds:Object>`],
      ['</ds:KeyInfo>', '<order xmlns="http://www.w3.org/2009/xmldsig11#">pay 1000</order>'],
      ['</ds:KeyInfo>', '<order xmlns="http://www.w3.org/2001/04/xmldsig-more#">pay 1000</order>'],
    ] as const)
      assert.equal(validOf(signed.replace(before, added + before)).foreignContent, true, added);
  });

  it('with known elements where nobody writes them, or has signed them, is seen in the verdict', () => {
    const own = /<ds:Signature .*<\/ds:Signature>/.exec(signed)![0];
    const properties = (content: string): string =>
      `<ds:Object><QualifyingProperties xmlns="${XADES}">${content}</QualifyingProperties></ds:Object>`;
    for (const [before, added] of [
      ['</ds:KeyInfo>', '<ds:MgmtData>pay 1000</ds:MgmtData>'],
      ['</ds:KeyInfo>', 'pay 1000'],
      ['</ds:X509Data>', 'pay 1000'],
      ['</ds:KeyInfo>', '<ds:KeyName><ds:KeyName>pay 1000</ds:KeyName></ds:KeyName>'],
      ['</ds:Signature>', '<ds:Object><ds:KeyName>pay 1000</ds:KeyName></ds:Object>'],
      ['</ds:Signature>', '<ds:Object><ds:Object/></ds:Object>'],
      ['</ds:Signature>', '<ds:Object><ds:Manifest/></ds:Object>'],
      ['</ds:Signature>', '<ds:Object><ds:SignatureProperties/></ds:Object>'],
      ['</ds:Signature>', `<ds:Object>${own}</ds:Object>`],
      ['</ds:Signature>', '<ds:Object><ds:Signature/></ds:Object>'],
      ['</ds:Signature>', properties('<SignedProperties/>')],
      ['</ds:Signature>', properties('<UnsignedProperties>pay 1000</UnsignedProperties>')],
      ['</ds:Signature>', '<ds:Object><?pay 1000?></ds:Object>'],
    ] as const)
      assert.equal(validOf(signed.replace(before, added + before)).foreignContent, true, added);
  });

  it('with attributes that do not belong to a signature, or with an id that stands elsewhere too, is seen in the verdict', () => {
    const namespaces = 'xmlns:p="urn:p" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
    const named = asText(signXml(signer, `<a id="a" ${namespaces}><b xml:id="b"/></a>`));
    for (const attribute of ['pay="1000"', 'p:Id="pay"', 'id="pay"', 'Id="a"', 'Id="b"', 'i:pay="1000"'])
      for (const element of ['<ds:Signature', '<ds:SignatureValue', '<ds:KeyInfo'])
        assert.equal(validOf(named.replace(element, `${element} ${attribute}`)).foreignContent, true, attribute);
    assert.equal(validOf(named.replace('<ds:KeyInfo', '<ds:KeyInfo Id="c"')).foreignContent, false);
    const twice = named
      .replace('<ds:SignatureValue', '<ds:SignatureValue Id="c"')
      .replace('<ds:KeyInfo', '<ds:KeyInfo Id="c"');
    assert.equal(validOf(twice).foreignContent, true);
  });

  it('is told from what programs write beside a key and into unsigned properties', () => {
    const schema = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';
    for (const added of [
      '<ds:KeyName>CN=signer</ds:KeyName>',
      '<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>',
      '<ds:KeyValue><e:ECKeyValue xmlns:e="http://www.w3.org/2009/xmldsig11#"><e:NamedCurve URI="urn:oid:1"/><e:PublicKey>BA==</e:PublicKey></e:ECKeyValue></ds:KeyValue>',
      `<ds:KeyValue><ECDSAKeyValue xmlns="http://www.w3.org/2001/04/xmldsig-more#"><DomainParameters><NamedCurve URN="urn:oid:1"/></DomainParameters><PublicKey><X Value="1" i:type="PrimeFieldElemType" ${schema}/><Y Value="1"/></PublicKey></ECDSAKeyValue></ds:KeyValue>`,
      '<ds:X509Data><ds:X509SubjectName>CN=a</ds:X509SubjectName><ds:X509IssuerSerial><ds:X509IssuerName>CN=b</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber></ds:X509IssuerSerial><ds:X509SKI>AA==</ds:X509SKI><ds:X509CRL>AA==</ds:X509CRL></ds:X509Data>',
      '<ds:RetrievalMethod URI="#k" Type="urn:t"><ds:Transforms><ds:Transform Algorithm="urn:x"><ds:XPath>self::k</ds:XPath></ds:Transform></ds:Transforms></ds:RetrievalMethod>',
      '<d:DEREncodedKeyValue Id="k" xmlns:d="http://www.w3.org/2009/xmldsig11#">AA==</d:DEREncodedKeyValue>',
    ])
      assert.equal(
        validOf(signed.replace('</ds:KeyInfo>', `\n  ${added}\n</ds:KeyInfo>`)).foreignContent,
        false,
        added,
      );
    const long = asText(signXml(signer, '<a/>', { xades: everyProperty }));
    const digest = '<ds:DigestMethod Algorithm="urn:d"/><ds:DigestValue>AA==</ds:DigestValue>';
    const stamp = `<ds:CanonicalizationMethod Algorithm="${C14N}"/><xades:EncapsulatedTimeStamp Id="t">AA==</xades:EncapsulatedTimeStamp>`;
    const serial = '<ds:X509IssuerName>CN=b</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber>';
    const values =
      '<xades:CertificateValues><xades:EncapsulatedX509Certificate>AA==</xades:EncapsulatedX509Certificate></xades:CertificateValues>' +
      '<xades:RevocationValues><xades:CRLValues><xades:EncapsulatedCRLValue>AA==</xades:EncapsulatedCRLValue></xades:CRLValues>' +
      '<xades:OCSPValues><xades:EncapsulatedOCSPValue>AA==</xades:EncapsulatedOCSPValue></xades:OCSPValues></xades:RevocationValues>';
    const unsigned =
      `<xades:CompleteCertificateRefs><xades:CertRefs><xades:Cert><xades:CertDigest>${digest}</xades:CertDigest><xades:IssuerSerial>${serial}</xades:IssuerSerial></xades:Cert></xades:CertRefs></xades:CompleteCertificateRefs>` +
      `<xades:CompleteRevocationRefs><xades:CRLRefs><xades:CRLRef><xades:DigestAlgAndValue>${digest}</xades:DigestAlgAndValue><xades:CRLIdentifier URI="#c"><xades:Issuer>CN=b</xades:Issuer><xades:IssueTime>2026-01-01T00:00:00Z</xades:IssueTime></xades:CRLIdentifier></xades:CRLRef></xades:CRLRefs>` +
      `<xades:OCSPRefs><xades:OCSPRef><xades:OCSPIdentifier><xades:ResponderID><xades:ByKey>AA==</xades:ByKey></xades:ResponderID><xades:ProducedAt>2026-01-01T00:00:00Z</xades:ProducedAt></xades:OCSPIdentifier><xades:DigestAlgAndValue>${digest}</xades:DigestAlgAndValue></xades:OCSPRef></xades:OCSPRefs></xades:CompleteRevocationRefs>` +
      `${values}<v:TimeStampValidationData URI="#t" xmlns:v="http://uri.etsi.org/01903/v1.4.1#">${values}</v:TimeStampValidationData>` +
      `<v:ArchiveTimeStamp Id="u" xmlns:v="http://uri.etsi.org/01903/v1.4.1#">${stamp}</v:ArchiveTimeStamp>`;
    const extended = long.replace(
      '</xades:QualifyingProperties>',
      `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${unsigned}</xades:UnsignedSignatureProperties></xades:UnsignedProperties></xades:QualifyingProperties>`,
    );
    assert.notEqual(extended, long);
    for (const xades of [false, true]) assert.equal(validOf(extended, { xades }).foreignContent, false);
  });

  it('is told from an Object that is signed', () => {
    const text = '<a Id="all">SIGNATURE</a>';
    const enveloped = { uri: '#all', transforms: [ENVELOPED], of: 'all' };
    const plain = signReferences(text, [enveloped]);
    assert.equal(validOf(plain).foreignContent, false);
    const enveloping = signReferences('<a Id="all"><b Id="in">1</b>SIGNATURE</a>', [
      enveloped,
      { uri: '#in', of: 'in' },
    ]);
    assert.equal(validOf(enveloping).foreignContent, false);
  });
});

describe('the work for one document is bounded', () => {
  const refusal = (document: string): string => {
    try {
      verifyXmlSignatures(asBytes(document));
      return 'verified';
    } catch (error) {
      assert.ok(error instanceof XmlError);
      return error.code;
    }
  };

  it('in signatures', () => {
    const signature = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
    assert.equal(verifyXmlSignatures(asBytes(`<a>${signature.repeat(16)}</a>`)).length, 16);
    assert.equal(refusal(`<a>${signature.repeat(17)}</a>`), 'xml.too_large');
  });

  it('in references and certificates', () => {
    const reference = /<ds:Reference .*<\/ds:Reference>/.exec(signed)![0];
    assertFault(signed.replace(reference, reference.repeat(65)), 'malformed');
    const certificate = /<ds:X509Certificate>.*<\/ds:X509Certificate>/.exec(signed)![0];
    assertFault(signed.replace(certificate, certificate.repeat(33)), 'malformed');
  });

  it('in what is digested', () => {
    const document = signReferences(
      `<a>SIGNATURE${'<b>0123456789</b>'.repeat(20_000)}</a>`,
      Array.from({ length: 24 }, () => ({ uri: '', transforms: [ENVELOPED], of: undefined })),
    );
    assert.equal(refusal(document), 'xml.too_large');
  });

  it('in what is looked at, although it is not digested', () => {
    const xpath = '<XPath xmlns:d="http://www.w3.org/2000/09/xmldsig#">not(ancestor-or-self::d:Signature)</XPath>';
    const reference = { uri: '', transforms: ['x'], of: undefined };
    const document = signReferences(
      `<a>SIGNATURE${'<!---->'.repeat(20_000)}</a>`,
      Array.from({ length: 64 }, () => reference),
      (info) => info.replaceAll('<Transform Algorithm="x"/>', `<Transform Algorithm="${XPATH}">${xpath}</Transform>`),
    );
    validOf(document);
    const signature = /<Signature .*<\/Signature>/.exec(document)![0];
    assert.equal(refusal(document.replace(signature, signature.repeat(16))), 'xml.too_large');
  });

  it('and a large one is verified nevertheless', () => {
    const rows = '<b id="1">2</b>'.repeat(200_000);
    assert.equal(validOf(signXml(signer, `<a>${rows}</a>`)).coversDocument, true);
  });

  it('in prefixes', () => {
    const list = `<InclusiveNamespaces xmlns="${EXCLUSIVE}" PrefixList="${'p '.repeat(65)}"/>`;
    const exclusive = signed.replace(`"${ENVELOPED}">`, `"${EXCLUSIVE}">${list}`);
    assertFault(exclusive, 'not-supported');
  });
});

it('the children of a signature are what the tests take them for', () => {
  const { root } = parseXml(asBytes(signed));
  const names = childElements(childElements(root).at(-1)!).map(({ local }) => local);
  assert.deepEqual(names, ['SignedInfo', 'SignatureValue', 'KeyInfo']);
});
