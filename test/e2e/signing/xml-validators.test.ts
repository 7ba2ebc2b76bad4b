/** Validators of XML: documents of our own workers and of others, and what attackers make of them. */
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { extendedKeyUsage, formatPem, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import { signReferencesBy } from '../../../packages/documents/test/xml-references.ts';
import { TestCa, type TestIdentity } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { validate } from '../support/setups/validation-setup.ts';

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const NOAUTH = { AUTHTYPE: 'NOAUTH' };
const ORDER = '<order><pay>10</pay></order>';
const NOW = Math.floor(Date.now() / 1000);

describe('validators of XML', () => {
  const shared = sharedServer();
  const root = TestCa.root('CN=Root');
  const ca = root.subordinate('CN=Issuing');
  const revoked = ca.issue({ subject: 'CN=revoked' });
  const crls = [root.issueCrl(), ca.issueCrl([{ certificate: revoked.certificate, revokedAt: NOW - 60 }])];
  const crlPem = crls.map((der) => formatPem('X509 CRL', der)).join('');
  let signerChain = '';

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { p256: ['EC', 'P-256'] });
    signerChain = await certifyKey(shared.server, ca, 'Signing', 'p256', { subject: 'CN=Signer' });
    const extensions = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)];
    const authority = await certifyKey(shared.server, ca, 'Signing', 'p256', { subject: 'CN=TSA', extensions });
    await makeWorker(shared.server, 'Authority', {
      ...NOAUTH,
      IMPLEMENTATION_CLASS: 'TimeStampSigner',
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'p256',
      SIGNERCERTCHAIN: authority,
      SIGNATUREALGORITHM: 'SHA256withECDSA',
      DEFAULTTSAPOLICYOID: '1.2.3.4',
      ACCEPTANYPOLICY: 'TRUE',
    });
    await signer('XML', { IMPLEMENTATION_CLASS: 'XMLSigner' });
    await signer('XAdES', { IMPLEMENTATION_CLASS: 'XAdESSigner' });
    await signer('XAdES-T', { IMPLEMENTATION_CLASS: 'XAdESSigner', XADESFORM: 'T', TSA_WORKER: 'Authority' });
    await makeWorker(shared.server, 'Certificates', {
      ...NOAUTH,
      IMPLEMENTATION_CLASS: 'ValidationServiceWorker',
      'VAL1.CLASSPATH': 'CRLValidator',
      'VAL1.ISSUER1.CERTCHAIN': ca.chainPem,
      'VAL1.ISSUER1.CRLS': crlPem,
    });
    await validator('XMLValidator', { VALIDATIONSERVICEWORKER: 'Certificates' });
    await validator('XAdESValidator', {
      TRUSTANCHORS: root.certificatePem,
      CERTIFICATES: ca.certificatePem,
      CRLS: crlPem,
    });
  });

  const signer = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, {
      ...NOAUTH,
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'p256',
      SIGNERCERTCHAIN: signerChain,
      ...properties,
    });
  const validator = (className: string, properties: Readonly<Record<string, string>>, name = className) =>
    makeWorker(shared.server, name, { ...NOAUTH, IMPLEMENTATION_CLASS: className, ...properties });
  const signedBy = async (worker: string, data = ORDER): Promise<string> => {
    const answer = await signing(shared.server, `/workers/${worker}/process`, { body: { data } });
    assert.equal(answer.status, 200, answer.text);
    return Buffer.from(answer.json['data'] as string, 'base64').toString('utf8');
  };
  const verdictOf = async (worker: string, document: string): Promise<string> => {
    const answer = await validate(shared.server, worker, 'validateDocument', Buffer.from(document));
    assert.deepEqual([answer.status, answer.type], [200, 'text/plain'], answer.text);
    return answer.text;
  };
  const verdictsOf = async (documents: Readonly<Record<string, string>>, worker = 'XMLValidator') =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(documents).map(async ([name, document]) => [name, await verdictOf(worker, document)] as const),
      ),
    );

  it('call a document valid that our own workers have signed, and no other of it', async () => {
    for (const [worker, by] of [
      ['XML', 'XMLValidator'],
      ['XAdES', 'XMLValidator'],
      ['XAdES', 'XAdESValidator'],
      ['XAdES-T', 'XAdESValidator'],
    ] as const) {
      const signed = await signedBy(worker);
      assert.equal(await verdictOf(by, signed), 'VALID', worker);
      assert.equal(await verdictOf(by, signed.replace('>10<', '>1000<')), 'INVALID', worker);
    }
  });

  it('say that the service of certificates fails them, and not the client', async () => {
    await validator('XMLValidator', { VALIDATIONSERVICEWORKER: 'nosuch' }, 'Alone');
    const signed = Buffer.from(await signedBy('XML'));
    const answer = await validate(shared.server, 'Alone', 'validateDocument', signed);
    assert.equal(answer.status, 503);
    assert.match(answer.text, /'nosuch', which this one needs/);
  });

  it('call a document invalid that nobody has signed', async () => {
    assert.equal(await verdictOf('XMLValidator', ORDER), 'INVALID');
    assert.equal(await verdictOf('XAdESValidator', ORDER), 'INVALID');
  });

  it('ask for the properties of XAdES only as XAdES', async () => {
    assert.equal(await verdictOf('XAdESValidator', await signedBy('XML')), 'INVALID');
  });

  it('call a document invalid whose certificate is revoked, of somebody else, or not for signatures', async () => {
    const others: Readonly<Record<string, TestIdentity>> = {
      revoked,
      foreign: TestCa.root('CN=Root').subordinate('CN=Issuing').issue({ subject: 'CN=Signer' }),
      encrypting: ca.issue({ subject: 'CN=Signer', usages: ['keyAgreement'] }),
      expired: ca.issue({ subject: 'CN=Signer', notAfter: NOW - 60 }),
    };
    assert.equal(await verdictOf('XMLValidator', signWhole(ca.issue({ subject: 'CN=Signer' }))), 'VALID');
    for (const [name, identity] of Object.entries(others))
      assert.equal(await verdictOf('XMLValidator', signWhole(identity)), 'INVALID', name);
  });

  describe('refuse what is wrapped around a signature (XSW)', () => {
    const identity = ca.issue({ subject: 'CN=Signer' });
    const document = signWhole(identity);
    const signature = /<Signature .*<\/Signature>/s.exec(document)![0];
    const original = document.replace(signature, '');
    const within = (content: string) => signature.replace('</Signature>', `<Object>${content}</Object></Signature>`);
    const evil = (id: string, content = '') => `<order Id="${id}"><pay>1000</pay>${content}</order>`;
    const wrapped = {
      '1: the original in an Object of the signature of another root': evil('evil', within(original)),
      '2: the original and its signature beside one another in another root': evil('evil', original + signature),
      '3: another element before the original': `<r>${evil('evil')}${document}</r>`,
      '4: the original within another element': evil('evil', document),
      '5: the signature in another element, the original behind it': `<r>${evil('evil', signature)}${original}</r>`,
      '6: the original in an Object of the signature in another element': `<r>${evil('evil', within(original))}</r>`,
      '7: another element of the same id in an extension before it': `<r><ext>${evil('q')}</ext>${document}</r>`,
      '8: the original in an Object of the signature, with the same id': `<r>${evil('q', within(original))}</r>`,
      'an element in an Object of the signature': document.replace(signature, within(evil('evil'))),
      'an element beside the key': document.replace('</KeyInfo>', `${evil('evil')}</KeyInfo>`),
      'an element among the properties that are not signed': document.replace(
        signature,
        within(`<QualifyingProperties xmlns="${XADES}"><order xmlns="">pay 1000</order></QualifyingProperties>`),
      ),
      'an element in a namespace like that of the properties': document.replace(
        signature,
        within('<order xmlns="http://uri.etsi.org/01903/order">pay 1000</order>'),
      ),
      'an element in a namespace of keys': document.replace(
        '</KeyInfo>',
        '<order xmlns="http://www.w3.org/2009/xmldsig11#">pay 1000</order></KeyInfo>',
      ),
      'a text beside the key': document.replace('</KeyInfo>', '<MgmtData>pay 1000</MgmtData></KeyInfo>'),
      'an invalid signature in an Object': document.replace(
        signature,
        within(signature.replace('<SignatureValue>', '<SignatureValue>AAAA')),
      ),
      'the id of an element that is signed at the value': document.replace(
        '<SignatureValue>',
        '<SignatureValue Id="p">',
      ),
      'a second SignedInfo': document.replace(
        '<SignatureValue>',
        `${/<SignedInfo>.*<\/SignedInfo>/s.exec(document)![0]}<SignatureValue>`,
      ),
      'an invalid second signature': document.replace('</order>', `<Signature xmlns="${DS}"/></order>`),
      'a comment within a digest': document.replace(/<DigestValue>(.)/, '<DigestValue>$1<!-- -->'),
    };

    it('which is valid without', async () => {
      assert.equal(await verdictOf('XMLValidator', document), 'VALID');
    });

    for (const [how, text] of Object.entries(wrapped))
      it(how, async () => {
        assert.notEqual(text, document);
        assert.equal(await verdictOf('XMLValidator', text), 'INVALID');
      });

    it('also around the properties of XAdES', async () => {
      const signed = await signedBy('XAdES');
      const own = /<ds:Signature .*<\/ds:Signature>/s.exec(signed)![0];
      const properties = /<xades:SignedProperties.*<\/xades:SignedProperties>/s.exec(own)![0];
      const documents = {
        root: `<order><pay>1000</pay>${own}</order>`,
        object: `<order><pay>1000</pay>${own.replace('</ds:Signature>', `<ds:Object>${ORDER}</ds:Object></ds:Signature>`)}</order>`,
        twice: signed.replace(properties, properties + properties),
        elsewhere: signed.replace(
          '</order>',
          `<old xmlns:ds="${DS}" xmlns:xades="${XADES}">${properties}</old></order>`,
        ),
        added: signed.replace('</ds:Signature>', `<ds:Object>${ORDER}</ds:Object></ds:Signature>`),
      };
      assert.deepEqual(await verdictsOf(documents, 'XAdESValidator'), allInvalid(documents));
    });
  });

  it('refuse documents that expand or reach for files, with a document type, or that are not XML', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}">]><a>&c;</a>`;
    const file = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>';
    for (const document of [bomb, file, '<a>', 'text', ''])
      for (const worker of ['XMLValidator', 'XAdESValidator']) {
        const answer = await validate(shared.server, worker, 'validateDocument', Buffer.from(document));
        assert.deepEqual([answer.status, answer.text], [400, 'Document parsing error\n'], document);
      }
  });

  it('read a large document in a thread', async () => {
    const signed = await signedBy('XML', `<r>${'<row id="1">text</row>'.repeat(10_000)}</r>`);
    assert.equal(await verdictOf('XMLValidator', signed), 'VALID');
    assert.equal(await verdictOf('XMLValidator', signed.replace('text', 'Text')), 'INVALID');
  });

  it('of XAdES do not believe a signer or an authority that they cannot verify', async () => {
    const settings = { TRUSTANCHORS: root.certificatePem, CERTIFICATES: ca.certificatePem };
    await validator('XAdESValidator', settings, 'No lists');
    await validator('XAdESValidator', { ...settings, REVOCATION_CHECKING: 'FALSE' }, 'No revocation');
    await validator(
      'XAdESValidator',
      { TRUSTANCHORS: TestCa.root('CN=Root').certificatePem, CRLS: crlPem },
      'Other root',
    );
    for (const form of ['XAdES', 'XAdES-T']) {
      const signed = await signedBy(form);
      assert.equal(await verdictOf('No lists', signed), 'INVALID');
      assert.equal(await verdictOf('No revocation', signed), 'VALID');
      assert.equal(await verdictOf('Other root', signed), 'INVALID');
    }
  });

  it('of XAdES take a time-stamp of an authority that is revoked for none', async () => {
    const tsa = formatPem('X509 CRL', root.issueCrl([{ certificate: ca.certificate, revokedAt: NOW - 60 }]));
    await validator(
      'XAdESValidator',
      { TRUSTANCHORS: root.certificatePem, CERTIFICATES: ca.certificatePem, CRLS: tsa },
      'Revoked CA',
    );
    assert.equal(await verdictOf('Revoked CA', await signedBy('XAdES-T')), 'INVALID');
  });

  it('are not for other requests, nor for REST', async () => {
    const signed = await signedBy('XML');
    for (const worker of ['XMLValidator', 'XAdESValidator']) {
      const message = "Received request wasn't an expected GenericValidationRequest.";
      const rest = await signing(shared.server, `/workers/${worker}/process`, { body: { data: signed } });
      assert.deepEqual([rest.status, rest.json['error']], [400, message]);
      const servlet = await validate(shared.server, worker, 'signDocument', Buffer.from(signed));
      assert.deepEqual([servlet.status, servlet.text], [400, `${message}\n`]);
    }
  });

  it('are the only ones to answer such requests: a signer signs nothing that somebody wanted validated', async () => {
    for (const type of ['validateDocument', 'validateCertificate']) {
      const answer = await validate(shared.server, 'XML', type, Buffer.from(ORDER));
      assert.deepEqual(
        [answer.status, answer.text],
        [400, "Received request wasn't an expected GenericSignRequest.\n"],
      );
    }
  });

  it('are misconfigured without what they validate by', async () => {
    const wrong = {
      'No service': ['XMLValidator', {}],
      'No anchors': ['XAdESValidator', {}],
      'Bad anchors': ['XAdESValidator', { TRUSTANCHORS: 'MIIB' }],
      'Bad switch': ['XAdESValidator', { TRUSTANCHORS: root.certificatePem, REVOCATION_CHECKING: 'PERHAPS' }],
    } as const;
    for (const [name, [className, properties]] of Object.entries(wrong)) {
      await validator(className, properties, name);
      const answer = await validate(shared.server, name, 'validateDocument', Buffer.from(ORDER));
      assert.equal(answer.status, 500, name);
      assert.match(answer.text, /Worker is misconfigured/);
    }
  });
});

/** A document as others sign one: by the id of its element. */
function signWhole({ certificate, privateKey }: TestIdentity): string {
  const signer = { certificate, sign: (data: Uint8Array) => new Uint8Array(sign('sha256', data, privateKey)) };
  return signReferencesBy(signer, '<order Id="q"><pay Id="p">10</pay>SIGNATURE</order>', [
    { uri: '#q', transforms: [ENVELOPED], of: 'q' },
  ]);
}

function allInvalid(documents: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(documents).map((name) => [name, 'INVALID']));
}
