import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { formatPem, verifySignatureInPool } from '@sealwright/pki';
import { makeCrmf, makeSpkac, signatureProof, signingKeyInput, spkiOf } from '../../../../../pki/test/crmf-request.ts';
import { crmfFixtures, readFixture, spkacFixtures } from '../../../../../pki/test/request-fixtures.ts';
import { readCertificateRequestType, type X509RequestType } from './certificate-request-type.ts';
import { readCertificateRequest } from './read-certificate-request.ts';
import type { ProofChecks, RequestedCertificate } from './requested-certificate.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SUBJECT = 'CN=alice,O=Example,C=SE';
const fixtures = crmfFixtures();
const RA_VERIFIED = Uint8Array.of(0x80, 0);

describe('the type of a request', () => {
  it('is case-insensitive, with PKCS10 as default', () => {
    const texts = ['pkcs10', 'Crmf', 'SPKAC', 'publickey', 'cvc', undefined];
    const types = ['PKCS10', 'CRMF', 'SPKAC', 'PUBLICKEY', 'CVC', 'PKCS10'];
    assert.deepEqual(texts.map(readCertificateRequestType), types);
  });

  it('is refused if it is unknown', () => {
    for (const text of ['FOO', '', 'PKCS#10', 'toString'])
      assert.throws(() => readCertificateRequestType(text), { code: 'ra.bad_input', message: /PKCS10, CRMF, SPKAC/ });
  });
});

describe('a CRMF request', () => {
  it('of OpenSSL and Bouncy Castle is read, in base64 and PEM', async () => {
    for (const name of ['openssl-everything', 'bouncycastle-everything']) {
      const der = fixtures.get(name)!;
      for (const text of [der.toBase64(), formatPem('CERTIFICATE REQUEST', der), formatPem('CRMF', der)]) {
        const requested = await read('CRMF', text);
        assert.equal(requested.subject.toString(), SUBJECT);
        assert.equal(requested.issuer?.toString(), 'CN=Issuing CA,C=SE');
        assert.deepEqual(requested.alternativeNames[0], { type: 'dNSName', value: 'www.example.org' });
        assert.ok(requested.validity!.notAfter! > requested.validity!.notBefore!);
        assert.notEqual(requested.vouched, true);
      }
    }
  });

  it('contains the subject of its proof, and an empty subject otherwise', async () => {
    const requested = await readDer('CRMF', fixtures.get('bouncycastle-sender')!);
    assert.equal(requested.provenAs?.toString(), SUBJECT);
    assert.equal(requested.subject.isEmpty, true);
  });

  it('with a MAC is read only with the password of the enrollment', async () => {
    const der = fixtures.get('bouncycastle-mac')!;
    await readDer('CRMF', der, { password: 'foo123' });
    for (const password of ['wrong', undefined])
      await requireRefused('CRMF', der, /MAC of the public key/, { password });
    await readDer('CRMF', der, { macIsVerified: true });
  });

  it('verified by a registration authority is vouched for by its sender', async () => {
    assert.equal((await readDer('CRMF', fixtures.get('openssl-ra-verified')!)).vouched, true);
  });

  const encrypted = Uint8Array.fromHex('a202a400');
  const reasons: [string, Uint8Array, RegExp][] = [
    ['no proof', makeCrmf({ subject: SUBJECT }, key, null), /no proof .* Sign the request/],
    [
      'a proof that takes another message',
      fixtures.get('openssl-key-encipherment')!,
      /subsequentMessage\) takes a further/,
    ],
    ['its private key', makeCrmf({ subject: SUBJECT }, key, encrypted), /encryptedKey\) sends the private key/],
    ['a registration token', fixtures.get('bouncycastle-registration-token')!, /regToken, .* password/],
    ['an authenticator', fixtures.get('bouncycastle-authenticator')!, /authenticator, .* password/],
    ['the certificate that it updates', fixtures.get('openssl-update')!, /oldCertID/],
    ['a key to be archived', makeCrmf({ controls: ['1.3.6.1.5.5.7.5.1.4'] }, key), /pkiArchiveOptions, .*keyimport/],
    ['a key for the answer', makeCrmf({ controls: ['1.3.6.1.5.5.7.5.1.6'] }, key), /protocolEncrKey/],
    ['an unknown control', makeCrmf({ controls: ['1.2.3'] }, key), /control 1\.2\.3,/],
    ['supplementary information', makeCrmf({ registrationInfo: ['1.2.3'] }, key), /regInfo \(1\.2\.3\)/],
    ['a message of CMP around it', readFixture('crmf/openssl-ec.cmp'), /CertReqMessages in its body/],
    ['two requests', fixtures.get('bouncycastle-two')!, /one by one/],
    ['a serial number', fixtures.get('bouncycastle-serial-number')!, /serialNumber/],
  ];
  for (const [name, der, reason] of reasons)
    it(`is refused with ${name}`, async () => requireRefused('CRMF', der, reason));

  it('is refused if the sender is not a distinguished name', async () => {
    const input = signingKeyInput(SUBJECT, spkiOf(key));
    // directoryName [4] becomes rfc822Name [1]: a name of other octets, signed as such.
    const at = input.indexOf(0xa4);
    const mail = Uint8Array.of(...input.subarray(0, at), 0x81, ...input.subarray(at + 1));
    await requireRefused('CRMF', makeCrmf({}, key, signatureProof(mail, key, undefined, mail)), /rfc822Name/);
  });
});

describe('an SPKAC', () => {
  it('of OpenSSL is read as written, with the subject from the lines beside it', async () => {
    for (const text of spkacFixtures().values()) {
      assert.equal((await read('SPKAC', text)).subject.isEmpty, true);
      assert.equal((await read('SPKAC', `C=SE\nO=Example\nCN=alice\n${text}`)).subject.toString(), SUBJECT);
    }
  });

  it('is refused if another key signed it, or if it was modified', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await requireRefused('SPKAC', makeSpkac({ publicKey: key.publicKey, privateKey }), /not signed with its own/);
    await requireRefused('SPKAC', makeCrmf({ subject: SUBJECT }, key), /^Invalid certificate_request/);
  });
});

describe('a public key', () => {
  it('is vouched for by its sender, in base64 and PEM', async () => {
    for (const text of [spkiOf(key).toBase64(), formatPem('PUBLIC KEY', spkiOf(key))]) {
      const requested = await read('PUBLICKEY', text);
      assert.deepEqual(requested.publicKey.der, spkiOf(key));
      assert.deepEqual([requested.vouched, requested.subject.isEmpty], [true, true]);
    }
  });

  it('is refused if it is a private key, weak, or a point that is not on its curve', async () => {
    const privateKey = key.privateKey.export({ format: 'pem', type: 'pkcs8' });
    await assert.rejects(read('PUBLICKEY', privateKey), { message: /holds no PUBLIC KEY/ });
    await requireRefused('PUBLICKEY', spkiOf(generateKeyPairSync('rsa', { modulusLength: 512 })), /512 bits/);
    const beside = spkiOf(key);
    beside[beside.length - 1]! ^= 1;
    await requireRefused('PUBLICKEY', beside, /not a valid key/);
    await requireRefused('CRMF', makeCrmf({ publicKey: beside }, key, RA_VERIFIED), /not a valid key/);
  });
});

it('refuses a text that is too long, or neither PEM nor base64, for every type', async () => {
  for (const type of ['PKCS10', 'CRMF', 'SPKAC', 'PUBLICKEY'] as const) {
    await assert.rejects(read(type, 'A'.repeat(256 * 1024 + 1)), { message: /262144 are the most/ });
    await assert.rejects(read(type, '%%%'), { code: 'ra.bad_certificate_request' });
    await assert.rejects(read(type, ''), { code: 'ra.bad_certificate_request' });
  }
});

function read(type: X509RequestType, text: string, checks: Partial<ProofChecks> = {}): Promise<RequestedCertificate> {
  return readCertificateRequest(
    { type, text },
    { verifySignature: verifySignatureInPool, password: undefined, ...checks },
  );
}

function readDer(type: X509RequestType, der: Uint8Array, checks?: Partial<ProofChecks>): Promise<RequestedCertificate> {
  return read(type, der.toBase64(), checks);
}

async function requireRefused(
  type: X509RequestType,
  der: Uint8Array,
  message: RegExp,
  checks?: Partial<ProofChecks>,
): Promise<void> {
  await assert.rejects(readDer(type, der, checks), { code: 'ra.bad_certificate_request', message });
}
