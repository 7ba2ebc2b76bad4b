/** Envelopes that OpenSSL seals and we open, and the other way round. OpenSSL 3.0 has no ML-KEM, and no X25519 in CMS; Bouncy Castle has. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  AuthEnvelopedData,
  contentType,
  isWrappedFor,
  makeCmsAttribute,
  mimeType,
  parsePublicKey,
  sealContent,
  unwrapKey,
} from '@sealwright/pki';
import { sharedOpenSsl } from '../programs/openssl.ts';

const random = (octets: number) => new Uint8Array(randomBytes(octets));
const CONTENT = 'what is sealed\n';
const OAEP = ['-keyopt', 'rsa_padding_mode:oaep', '-keyopt', 'rsa_oaep_md:sha256'];
const ECDH = ['-keyopt', 'ecdh_kdf_md:sha256', '-aes256-wrap'];

describe('OpenSSL and envelopes', () => {
  const openssl = sharedOpenSsl();

  for (const [name, { publicKey, privateKey }, options] of [
    ['RSA-2048', generateKeyPairSync('rsa', { modulusLength: 2048 }), OAEP],
    ['RSA-3072', generateKeyPairSync('rsa', { modulusLength: 3072 }), OAEP],
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), ECDH],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }), ECDH],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' }), ECDH],
  ] as const) {
    const recipient = parsePublicKey(publicKey.export({ format: 'der', type: 'spki' }));
    const run = (command: string) => openssl.run(...command.split(' '));
    openssl.write(`${name}.key`, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    openssl.write('content', CONTENT);

    it(`opens one of ours for a key of ${name}`, () => {
      const attributes = [makeCmsAttribute(mimeType, 'text/plain')];
      const recipients = [{ publicKey: recipient }];
      openssl.write('ours.p7m', sealContent({ content: Buffer.from(CONTENT), attributes, recipients, random }));
      run(`cms -decrypt -inform DER -in ours.p7m -inkey ${name}.key -binary -out opened`);
      assert.equal(readFileSync(openssl.path('opened'), 'utf8'), CONTENT);
    });

    it(`seals one for a key of ${name}, which we open`, async () => {
      run(`req -x509 -key ${name}.key -subj /CN=recipient -out ${name}.pem`);
      const sealing = `cms -encrypt -aes-256-gcm -binary -in content -outform DER -out theirs.p7m -recip ${name}.pem`;
      openssl.run(...sealing.split(' '), ...options);
      const envelope = AuthEnvelopedData.parse(readFileSync(openssl.path('theirs.p7m')));
      const { wrapped } = envelope.recipients.find((one) => isWrappedFor(recipient, one.wrapped))!;
      const key = await unwrapKey({ publicKey: recipient, privateKey }, wrapped, random);
      const attributes = envelope.attributes.filter(({ type }) => type !== contentType.oid);
      assert.equal(Buffer.from(envelope.open(key, attributes)).toString(), CONTENT);
    });
  }
});
