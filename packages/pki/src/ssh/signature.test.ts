import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { it } from 'node:test';

import { readSshKey } from '../../test/ssh-fixtures.ts';
import { signatureAlgorithmByName } from '../algorithm/index.ts';
import { parsePublicKey } from '../public-key/index.ts';
import { encodeSshSignature, SshPublicKey, sshSignatureAlgorithms, verifySshSignature } from './index.ts';
import { SshReader } from './wire-reader.ts';
import { writeSsh } from './wire-writer.ts';

const data = new TextEncoder().encode('to be signed');
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const rsaKey = SshPublicKey.of(parsePublicKey(new Uint8Array(rsa.publicKey.export({ format: 'der', type: 'spki' }))));

it('offers no algorithm over SHA-1', () => {
  const offered = (name: string): readonly string[] =>
    sshSignatureAlgorithms(readSshKey(name)).map((each) => each.name);
  assert.deepEqual(offered('rsa'), ['SHA512WithRSA', 'SHA256WithRSA']);
  assert.deepEqual(offered('p256'), ['SHA256withECDSA']);
  assert.deepEqual(offered('p384'), ['SHA384withECDSA']);
  assert.deepEqual(offered('p521'), ['SHA512withECDSA']);
  assert.deepEqual(offered('ed25519'), ['Ed25519']);
});

for (const name of ['SHA1WithRSA', 'SHA384WithRSA', 'SHA256withRSAandMGF1', 'Ed25519']) {
  it(`never makes an ${name} signature with a key of RSA`, () => {
    const algorithm = signatureAlgorithmByName(name);
    assert.throws(() => encodeSshSignature(rsaKey, algorithm, new Uint8Array(128)), {
      code: 'ssh.unsupported_signature',
    });
  });
}

it('does not sign with the hash of another curve', () => {
  const algorithm = signatureAlgorithmByName('SHA512withECDSA');
  assert.throws(() => encodeSshSignature(readSshKey('p256'), algorithm, new Uint8Array(64)), {
    code: 'ssh.unsupported_signature',
  });
});

it('refuses an ECDSA signature that is not in DER', () => {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  assert.throws(() => encodeSshSignature(readSshKey('p256'), algorithm, new Uint8Array(64)), {
    code: 'der.unexpected_tag',
  });
});

it('verifies an RSA signature whose leading zeros were left out', () => {
  // One of 256 signatures starts with a zero octet.
  for (let number = 0; ; number++) {
    const message = Uint8Array.of(number >> 8, number & 0xff);
    const raw = new Uint8Array(sign('sha256', message, rsa.privateKey));
    if (raw[0] !== 0) continue;
    const short = writeSsh((writer) => writer.text('rsa-sha2-256').string(raw.subarray(1)));
    assert.equal(verifySshSignature(rsaKey, message, short), true);
    return;
  }
});

it('answers false for a signature of another kind of key, and for octets that are not a signature', () => {
  const raw = new Uint8Array(sign('sha256', data, rsa.privateKey));
  const signature = encodeSshSignature(rsaKey, signatureAlgorithmByName('SHA256WithRSA'), raw);
  assert.equal(verifySshSignature(rsaKey, data, signature), true);
  assert.equal(verifySshSignature(readSshKey('ed25519'), data, signature), false);
  assert.equal(verifySshSignature(rsaKey, data, renamed(signature, 'rsa-sha2-512')), false);
  const empty = writeSsh((writer) => writer.text('ssh-ed25519').string(new Uint8Array(0)));
  assert.equal(verifySshSignature(readSshKey('ed25519'), data, empty), false);
});

it('refuses a type of signature that is not known', () => {
  const signature = writeSsh((writer) => writer.text('ssh-dss').string(new Uint8Array(40)));
  assert.throws(() => verifySshSignature(rsaKey, data, signature), { code: 'ssh.unsupported_signature' });
});

function renamed(signature: Uint8Array, name: string): Uint8Array {
  const reader = new SshReader(signature);
  reader.readText();
  const octets = reader.readString();
  return writeSsh((writer) => writer.text(name).string(octets));
}
