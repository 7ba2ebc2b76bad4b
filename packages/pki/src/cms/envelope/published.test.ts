/** Examples of RFCs: those that are not opened here, and the derivation of a key that is the same in all sizes. */
import assert from 'node:assert/strict';
import { createDecipheriv, createPrivateKey, decapsulate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { contextConstructed, contextPrimitive, type DerReader, oid, readDer, writeDer } from '../../der/index.ts';
import { keyEncryptionKey } from './key-encryption-key.ts';
import { AuthEnvelopedData } from './index.ts';

const read = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/published/${name}`, import.meta.url)));

describe('an envelope of an RFC', () => {
  for (const [name, code] of [
    ['rfc9936-ml-kem-512.p7m', 'cms.unsupported_recipient'],
    ['key-transport-psk.p7m', 'cms.unsupported_recipient'],
    ['rsa-kem.p7m', 'cms.not_auth_enveloped_data'],
  ] as const) {
    it(`${name} is refused with ${code}`, () => {
      assert.throws(() => AuthEnvelopedData.parse(read(name)), { code });
    });
  }

  it('with ML-KEM opens with the key-encryption key that is derived here (RFC 9936 appendix C)', () => {
    const { ciphertext, encryptedKey, nonce, encrypted, tag } = partsOf(read('rfc9936-ml-kem-512.p7m'));
    const secret = decapsulate(privateKey(), ciphertext);
    const info = writeDer((writer) =>
      writer.sequence(() => writer.sequence(() => writer.oid(AES128_WRAP)).integer(KEY_OCTETS)),
    );
    // HKDF gives a shorter key as the beginning of a longer one (RFC 5869 §2.3).
    const kek = keyEncryptionKey('ml-kem', secret, info).subarray(0, KEY_OCTETS);
    const unwrap = createDecipheriv('id-aes128-wrap', kek, Buffer.alloc(8, 0xa6));
    const contentKey = Buffer.concat([unwrap.update(encryptedKey), unwrap.final()]);
    const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    const content = Buffer.concat([decipher.update(encrypted), decipher.final()]);
    assert.equal(content.toString(), 'Hello, world!');
  });
});

/** The private key of the example, as its seed. */
function privateKey() {
  const seed = Uint8Array.from({ length: 64 }, (_, index) => index);
  const both = Uint8Array.of(0x80, seed.length, ...seed);
  const der = writeDer((writer) =>
    writer.sequence(() =>
      writer
        .integer(0)
        .sequence(() => writer.oid(ML_KEM_512))
        .octetString(both),
    ),
  );
  return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
}

/** The parts of an envelope with one recipient of ML-KEM, in whatever size. */
function partsOf(der: Uint8Array) {
  return readDer(der, (reader) => {
    const contentInfo = reader.readSequence();
    contentInfo.readOid();
    const explicit = contentInfo.readExplicit(0);
    const envelope = explicit.readSequence();
    explicit.finish();
    contentInfo.finish();
    envelope.readSmallInteger(0);
    const recipients = envelope.readSetOf();
    const recipient = recipientOf(recipients.readConstructed(contextConstructed(4)));
    const content = envelope.readSequence();
    const tag = envelope.readOctetString();
    envelope.finish();
    content.readOid();
    const cipher = content.readSequence();
    cipher.readOid();
    const parameters = cipher.readSequence();
    const nonce = parameters.readOctetString();
    parameters.readSmallInteger(16);
    parameters.finish();
    cipher.finish();
    const encrypted = content.readOctetString(contextPrimitive(0));
    content.finish();
    return { ...recipient, nonce, encrypted, tag };
  });
}

/** Ciphertext and wrapped key of a `KEMRecipientInfo`. */
function recipientOf(other: DerReader): { readonly ciphertext: Uint8Array; readonly encryptedKey: Uint8Array } {
  other.readOid();
  const info = other.readSequence();
  info.readSmallInteger(0);
  info.readAny();
  info.readAny();
  const ciphertext = info.readOctetString();
  info.readAny();
  assert.equal(info.readSmallInteger(32), KEY_OCTETS);
  info.readAny();
  const encryptedKey = info.readOctetString();
  return { ciphertext, encryptedKey };
}

const ML_KEM_512 = oid('2.16.840.1.101.3.4.4.1');
const AES128_WRAP = oid('2.16.840.1.101.3.4.1.5');
const KEY_OCTETS = 16;
