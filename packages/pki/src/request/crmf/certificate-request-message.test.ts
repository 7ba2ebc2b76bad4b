import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';

import {
  type CrmfFields,
  type KeyPair,
  makeCrmf,
  signatureProof,
  signingKeyInput,
  spkiOf,
} from '../../../test/crmf-request.ts';
import { crmfFixtures, readFixture } from '../../../test/request-fixtures.ts';
import { signatureAlgorithmByName } from '../../algorithm/index.ts';
import { contextConstructed, contextPrimitive, writeDer } from '../../der/index.ts';
import { keyUsage } from '../../extension/key-usage.ts';
import { makeExtension } from '../../extension/extension.ts';
import { findExtension, subjectAltName } from '../../extension/index.ts';
import { verifySignatureInPool } from '../../public-key/index.ts';
import { CertificateRequestMessage } from './certificate-request-message.ts';

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SUBJECT = 'CN=alice,O=Example,C=SE';
const fixtures = crmfFixtures();

describe('requests that others make', () => {
  const signed = ['ec', 'ed25519', 'ed448', 'ml-dsa-44', 'alone'].map((name) => `bouncycastle-${name}`);
  for (const name of [...signed, 'openssl-ec', 'openssl-rsa']) {
    it(`are read and their signature verified: ${name}`, async () => {
      const message = fixture(name);
      assert.equal(message.template.subject?.toString(), SUBJECT);
      assert.equal(message.template.issuer, undefined);
      assert.deepEqual([message.controls, message.registrationInfo], [[], []]);
      await verify(message);
    });
  }

  for (const name of ['bouncycastle-everything', 'openssl-everything']) {
    it(`say which certificate they ask for: ${name}`, async () => {
      const message = fixture(name);
      const { issuer, notBefore, notAfter, extensions } = message.template;
      assert.equal(issuer?.toString(), 'CN=Issuing CA,C=SE');
      assert.equal(notAfter! - notBefore!, (name.startsWith('openssl') ? 30 : 1) * 86_400);
      assert.deepEqual(findExtension(extensions, subjectAltName)?.[0], { type: 'dNSName', value: 'www.example.org' });
      await verify(message);
    });
  }

  it('prove the possession of a key for a sender, without a subject', async () => {
    const message = fixture('bouncycastle-sender');
    assert.equal(message.template.subject, undefined);
    assert.ok(message.proof?.type === 'signature' && message.proof.input?.sender?.type === 'directoryName');
    assert.equal(message.proof.input.sender.value.toString(), SUBJECT);
    await verify(message);
  });

  it('prove the possession of a key with a MAC of the password, and of no other password', async () => {
    const message = fixture('bouncycastle-mac');
    await verify(message);
    message.verifyPublicKeyMac('foo123');
    for (const password of ['foo124', '', undefined])
      assert.throws(() => message.verifyPublicKeyMac(password), { code: 'request.bad_proof' });
    fixture('bouncycastle-sender').verifyPublicKeyMac(undefined);
  });

  it('have proofs that are not signatures', async () => {
    const proofs = { 'openssl-ra-verified': 'raVerified', 'bouncycastle-ra-verified': 'raVerified' };
    for (const [name, type] of Object.entries(proofs)) assert.deepEqual(fixture(name).proof, { type });
    for (const name of ['openssl-key-encipherment', 'bouncycastle-key-encipherment'])
      assert.deepEqual(fixture(name).proof, { type: 'keyEncipherment', method: 'subsequentMessage' });
    assert.equal(fixture('openssl-no-proof').proof, undefined);
    for (const name of [...Object.keys(proofs), 'openssl-no-proof'])
      await assert.rejects(verify(fixture(name)), { code: 'request.bad_proof' });
  });

  it('have controls', () => {
    const controls = {
      'bouncycastle-registration-token': '1.3.6.1.5.5.7.5.1.1',
      'bouncycastle-authenticator': '1.3.6.1.5.5.7.5.1.2',
      'openssl-update': '1.3.6.1.5.5.7.5.1.5',
    };
    for (const [name, type] of Object.entries(controls))
      assert.deepEqual(
        fixture(name).controls.map((control) => control.type),
        [type],
      );
  });

  it('are refused when there are two, or a message of CMP around them', () => {
    requireRefused(fixtures.get('bouncycastle-two')!, 'request.too_many');
    requireRefused(readFixture('crmf/openssl-ec.cmp'), 'request.cmp_message');
    requireRefused(fixtures.get('bouncycastle-serial-number')!, 'request.bad_template');
  });
});

describe('a request that was built', () => {
  it('says what it was built from', async () => {
    const extensions = [makeExtension(keyUsage, new Set(['digitalSignature'] as const), true)];
    const fields = { version: 2, issuer: 'CN=CA', notAfter: 1_900_000_000, subject: SUBJECT, extensions };
    const message = CertificateRequestMessage.parse(makeCrmf(fields, key), { lenient: false });
    const { issuer, subject, notBefore, notAfter, publicKey } = message.template;
    assert.deepEqual([issuer?.toString(), subject?.toString()], ['CN=CA', SUBJECT]);
    assert.deepEqual([notBefore, notAfter], [undefined, 1_900_000_000]);
    assert.equal(publicKey.specification, 'P-256');
    assert.deepEqual(message.template.extensions, extensions);
    await verify(message);
  });

  it('keeps controls and registration information', () => {
    const message = CertificateRequestMessage.parse(
      makeCrmf({ subject: SUBJECT, controls: ['1.2.3'], registrationInfo: ['1.2.4', '1.2.5'] }, key),
    );
    assert.deepEqual(
      [message.controls, message.registrationInfo].map((all) => all.map(({ type }) => type)),
      [['1.2.3'], ['1.2.4', '1.2.5']],
    );
  });
});

describe('a proof by signature', () => {
  it('is refused when another key signed', async () => {
    const der = makeCrmf({ subject: SUBJECT }, { publicKey: key.publicKey, privateKey: other.privateKey });
    await assert.rejects(verify(CertificateRequestMessage.parse(der)), { code: 'request.bad_signature' });
  });

  it('is refused when the subject was exchanged', async () => {
    const der = makeCrmf({ subject: SUBJECT }, key);
    der[Buffer.from(der).indexOf('alice')]! ^= 1;
    await assert.rejects(verify(CertificateRequestMessage.parse(der)), { code: 'request.bad_signature' });
  });

  it('is refused when it does not cover the subject that the template has (RFC 4211 §4.1)', async () => {
    await requireBadProof({ subject: SUBJECT }, signingKeyInput(SUBJECT, spkiOf(key)));
  });

  it('is refused when it is for another key than that of the template', async () => {
    await requireBadProof({}, signingKeyInput(SUBJECT, spkiOf(other)));
  });

  it('is refused when another key has signed what it covers', async () => {
    const input = signingKeyInput(SUBJECT, spkiOf(key));
    const der = makeCrmf({}, key, signatureProof(input, other, undefined, input));
    await assert.rejects(verify(CertificateRequestMessage.parse(der)), { code: 'request.bad_signature' });
  });

  it('is accepted of keys of all kinds', async () => {
    const pairs: [string, KeyPair][] = [
      ['SHA256withRSAandMGF1', generateKeyPairSync('rsa', { modulusLength: 1024 })],
      ['SHA384withECDSA', generateKeyPairSync('ec', { namedCurve: 'brainpoolP384r1' })],
      ['ML-DSA-65', generateKeyPairSync('ml-dsa-65')],
      ['SLH-DSA-SHA2-128F', generateKeyPairSync('slh-dsa-sha2-128f')],
    ];
    for (const [name, pair] of pairs)
      await verify(
        CertificateRequestMessage.parse(
          makeCrmf({ subject: SUBJECT }, pair, undefined, signatureAlgorithmByName(name)),
        ),
      );
  });

  async function requireBadProof(fields: CrmfFields, input: Uint8Array): Promise<void> {
    const der = makeCrmf(fields, key, signatureProof(input, key, undefined, input));
    await assert.rejects(verify(CertificateRequestMessage.parse(der)), { code: 'request.bad_proof' });
  }
});

describe('a proof by a key that does not sign', () => {
  const methods = ['thisMessage', 'subsequentMessage', 'dhMAC', 'agreeMAC', 'encryptedKey'] as const;
  for (const [number, method] of methods.entries()) {
    it(`is read: ${method}`, () => {
      const tag = number < 3 ? contextPrimitive(number) : contextConstructed(number);
      const proof = writeDer((writer) => writer.explicit(3, () => writer.primitive(tag, Uint8Array.of())));
      const message = CertificateRequestMessage.parse(makeCrmf({ subject: SUBJECT }, key, proof));
      assert.deepEqual(message.proof, { type: 'keyAgreement', method });
    });
  }

  it('is refused when it is not one of them', () => {
    const proof = writeDer((writer) => writer.explicit(2, () => writer.integer(5, contextPrimitive(5))));
    requireRefused(makeCrmf({ subject: SUBJECT }, key, proof), 'der.unexpected_tag');
  });
});

describe('a template is refused', () => {
  const null0 = Uint8Array.of(0x05, 0);
  const fields: [string, CrmfFields, string][] = [
    ['of another version', { version: 0 }, 'request.bad_version'],
    ['with a signature algorithm', { extra: new Map([[3, Uint8Array.of(0xa2, 0)]]) }, 'request.bad_template'],
    ['with a unique identifier', { extra: new Map([[9, Uint8Array.of(0x88, 1, 0)]]) }, 'request.bad_template'],
    ['with fields that it does not have', { extra: new Map([[10, null0]]) }, 'der.trailing_bytes'],
    ['without a public key', { publicKey: null }, 'request.bad_template'],
    [
      'with a public key that is to be made',
      { publicKey: Uint8Array.fromHex('301506092a864886f70d01010105000307003004020102') },
      'der.unexpected_tag',
    ],
    [
      'with a public key of no octets',
      { publicKey: Uint8Array.fromHex('3012300d06092a864886f70d0101010500030100') },
      'request.bad_template',
    ],
    ['with a validity without ends', { extra: new Map([[5, Uint8Array.of(0xa4, 0)]]) }, 'der.bad_value'],
    ['with an RSA key of 512 bits', { publicKey: weakKey() }, 'key.bad_size'],
    ['with an extension twice', { extra: new Map([[9, twice()]]) }, 'x509.duplicate_extension'],
  ];
  for (const [name, given, code] of fields) {
    it(name, () => {
      requireRefused(makeCrmf({ subject: SUBJECT, ...given }, key, null), code);
    });
  }

  /** The key usages of a digital signature, two times. */
  function twice(): Uint8Array {
    return Uint8Array.fromHex(`a91a${'300b0603551d0f040403020780'.repeat(2)}`);
  }

  function weakKey(): Uint8Array {
    return spkiOf(generateKeyPairSync('rsa', { modulusLength: 512 }));
  }
});

it('more controls than anybody has are refused', () => {
  const controls = Array.from({ length: 65 }, (_, number) => `1.2.${number}`);
  requireRefused(makeCrmf({ subject: SUBJECT, controls }, key), 'der.too_large');
  requireRefused(makeCrmf({ subject: SUBJECT, controls: [] }, key), 'der.bad_value');
});

function fixture(name: string): CertificateRequestMessage {
  return CertificateRequestMessage.parse(fixtures.get(name)!, { lenient: false });
}

function verify(message: CertificateRequestMessage): Promise<void> {
  return message.verifySigningKeyProof(verifySignatureInPool);
}

function requireRefused(der: Uint8Array, code: string): void {
  assert.throws(() => CertificateRequestMessage.parse(der), { code });
}
