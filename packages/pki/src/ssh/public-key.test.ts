import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, it } from 'node:test';

import { readSshKey, readSshText } from '../../test/ssh-fixtures.ts';
import { PkiError } from '../errors.ts';
import { parsePublicKey, type PublicKey } from '../public-key/index.ts';
import { SshPublicKey } from './index.ts';
import { type SshWriter, writeSsh } from './wire-writer.ts';

describe('a public key that ssh-keygen made', () => {
  for (const name of ['rsa', 'p256', 'p384', 'p521', 'ed25519']) {
    it(`becomes a SubjectPublicKeyInfo and the same key again: ${name}`, () => {
      const key = readSshKey(name);
      const again = SshPublicKey.of(parsePublicKey(key.publicKey.der));
      assert.deepEqual(again.blob, key.blob);
      assert.equal(`${again.toLine(`${name}@example.com`)}\n`, readSshText(`${name}.pub`));
      assert.ok(key.publicKey.keyObject.asymmetricKeyType);
    });
  }

  it('is known by the fingerprint that ssh-keygen shows', () => {
    assert.ok(readSshText('user-p384-cert.txt').includes(` ${readSshKey('p384').fingerprint}\n`));
  });

  it('on a FIDO token keeps what it was made for, and is written as it was read', () => {
    for (const name of ['sk-p256', 'sk-ed25519']) {
      const key = readSshKey(name);
      assert.equal(key.application, 'ssh:');
      assert.equal(`${key.toLine('token@example.com')}\n`, readSshText(`${name}.pub`));
    }
  });

  it('is refused when it ends at any octet, or bytes follow', () => {
    const { blob } = readSshKey('rsa');
    for (let length = 0; length < blob.length; length++) {
      assert.throws(() => SshPublicKey.parse(blob.subarray(0, length)), PkiError);
    }
    assert.throws(() => SshPublicKey.parse(Uint8Array.of(...blob, 0)), { code: 'ssh.trailing_bytes' });
  });
});

describe('the line of a public key', () => {
  const line = readSshText('ed25519.pub');
  const [type, base64] = line.split(' ');

  it('has a comment, or none, and blanks around it', () => {
    assert.equal(SshPublicKey.parseLine(`  ${type}  ${base64}   of many words \r\n`).comment, 'of many words');
    assert.equal(SshPublicKey.parseLine(`${type} ${base64}`).comment, '');
  });

  const refused: Record<string, readonly [text: string, code: string]> = {
    'of options as in authorized_keys': [`no-pty ${line}`, 'ssh.bad_line'],
    'of two lines': [`${line}${line}`, 'ssh.bad_line'],
    'without a key': [`${type}`, 'ssh.bad_line'],
    'of something other than base64': [`${type} $$$$`, 'ssh.bad_line'],
    'of another type than the key': [line.replace('ssh-ed25519', 'ssh-rsa'), 'ssh.type_mismatch'],
    'of a certificate': [readSshText('user-p256-cert.pub'), 'ssh.unknown_key_type'],
    'of DSA, which OpenSSH has removed': [`ssh-dss ${base64}`, 'ssh.unknown_key_type'],
    'of a megabyte': [`${type} ${'A'.repeat(1_000_000)}`, 'ssh.too_large'],
    'of nothing': ['', 'ssh.bad_line'],
  };
  for (const [what, [text, code]] of Object.entries(refused)) {
    it(`is refused: ${what}`, () => assert.throws(() => SshPublicKey.parseLine(text), { code }));
  }

  it('is not written with a comment that would end it', () => {
    assert.throws(() => readSshKey('p256').toLine('a\nssh-rsa AAAA'), { code: 'ssh.bad_line' });
  });
});

describe('a public key is refused', () => {
  const modulus = (bits: number): Uint8Array => {
    const { n } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
    return new Uint8Array(Buffer.from(n!, 'base64url'));
  };
  const rsa = (bits: number, exponent: number): Uint8Array =>
    blob('ssh-rsa', (writer) => writer.mpint(Uint8Array.of(exponent)).mpint(modulus(bits)));
  const { fields } = readSshKey('p256');

  const cases: Record<string, readonly [key: () => Uint8Array, code: string]> = {
    'of RSA with 768 bits': [() => rsa(768, 3), 'key.bad_size'],
    'of RSA with an even exponent': [() => rsa(1024, 4), 'key.bad_exponent'],
    'of RSA with a modulus of zero': [
      () => blob('ssh-rsa', (writer) => writer.mpint(Uint8Array.of(3)).mpint(new Uint8Array(0))),
      'key.bad_modulus',
    ],
    'with a negative number': [
      () => blob('ssh-rsa', (writer) => writer.string(Uint8Array.of(0x80)).mpint(modulus(1024))),
      'ssh.bad_value',
    ],
    'with a padded number': [
      () => blob('ssh-rsa', (writer) => writer.string(Uint8Array.of(0, 3)).mpint(modulus(1024))),
      'ssh.bad_value',
    ],
    'that names another curve than its type': [
      () => blob('ecdsa-sha2-nistp384', (writer) => writer.raw(fields)),
      'ssh.type_mismatch',
    ],
    'whose point is compressed': [
      () => blob('ecdsa-sha2-nistp256', (writer) => writer.text('nistp256').string(new Uint8Array(33).fill(2))),
      'key.compressed_point',
    ],
    'of Ed25519 with 31 octets': [
      () => blob('ssh-ed25519', (writer) => writer.string(new Uint8Array(31))),
      'key.bad_size',
    ],
  };
  for (const [what, [make, code]] of Object.entries(cases)) {
    it(what, () => assert.throws(() => SshPublicKey.parse(make()), { code }));
  }

  it('of a kind that SSH does not have', () => {
    for (const pair of [
      generateKeyPairSync('ed448'),
      generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' }),
      generateKeyPairSync('x25519'),
    ]) {
      assert.throws(() => SshPublicKey.of(parsed(pair.publicKey)), { code: 'ssh.unsupported_key' });
    }
  });
});

function blob(type: string, write: (writer: SshWriter) => void): Uint8Array {
  return writeSsh((writer) => write(writer.text(type)));
}

function parsed(key: KeyObject): PublicKey {
  return parsePublicKey(new Uint8Array(key.export({ format: 'der', type: 'spki' })));
}
