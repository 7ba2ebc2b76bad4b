import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { describeSshCertificate, readSshKey, readSshText, sshFixtures } from '../../test/ssh-fixtures.ts';
import { PkiError } from '../errors.ts';
import { parsePublicKey } from '../public-key/index.ts';
import {
  assembleSshCertificate,
  encodeSshSignature,
  encodeTbsSshCertificate,
  forceCommand,
  sourceAddress,
  SSH_FOREVER,
  SshCertificate,
  sshFlag,
  type SshOption,
  SshPublicKey,
  sshSignatureAlgorithms,
  sshValueOption,
  type TbsSshCertificate,
} from './index.ts';

const ca = generateKeyPairSync('ed25519');
const caKey = SshPublicKey.of(parsePublicKey(spki(ca.publicKey)));
const subject = readSshKey('p256');

describe('a certificate that ssh-keygen made', () => {
  for (const name of sshFixtures('-cert.pub')) {
    const line = readSshText(`${name}-cert.pub`);
    const { certificate, comment } = SshCertificate.parseLine(line);

    it(`says what ssh-keygen says it says: ${name}`, () => {
      assert.equal(describeSshCertificate(certificate), readSshText(`${name}-cert.txt`));
    });

    it(`carries the signature of its CA and of no other: ${name}`, () => {
      assert.equal(certificate.verify(certificate.signatureKey), true);
      assert.equal(certificate.verify(caKey), false);
      assert.equal(certificate.signatureAlgorithm.weak, name.endsWith('sha1'));
    });

    it(`is written again as the same line: ${name}`, () => {
      assert.equal(`${certificate.toLine(comment)}\n`, line);
    });

    if (certificate.serialNumber === 0n) continue;
    it(`is encoded again to the octets that were signed: ${name}`, () => {
      assert.deepEqual(encodeTbsSshCertificate(certificate), certificate.tbs);
    });
  }

  it('no longer verifies when one octet of what was signed differs', () => {
    const { certificate } = SshCertificate.parseLine(readSshText('user-by-ed25519-cert.pub'));
    const damaged = Uint8Array.from(certificate.blob);
    // The serial number stands behind type, nonce and key.
    damaged[4 + 32 + 4 + 32 + 4 + 32 + 7]! ^= 1;
    assert.equal(SshCertificate.parse(damaged).verify(certificate.signatureKey), false);
  });

  it('is refused when its line says another type', () => {
    const line = readSshText('host-cert.pub').replace('nistp256', 'nistp384');
    assert.throws(() => SshCertificate.parseLine(line), { code: 'ssh.type_mismatch' });
  });
});

describe('a certificate that we make', () => {
  it('says after reading what it was made with, whatever that is', () => {
    const text = fc.string({
      minLength: 1,
      maxLength: 40,
      unit: fc.constantFrom('a', 'Z', '0', '-', 'ä', '€', '😀', ' ', '.'),
    });
    const option: fc.Arbitrary<SshOption> = fc
      .tuple(fc.stringMatching(/^[a-z]{1,8}@example\.com$/), fc.uint8Array({ maxLength: 20 }))
      .map(([name, value]) => sshValueOption(name, value));
    const options = fc.uniqueArray(option, { selector: ({ name }) => name, maxLength: 5 });
    const times = fc
      .uniqueArray(fc.bigInt(0n, SSH_FOREVER), { minLength: 2, maxLength: 2 })
      .map((pair) => pair.toSorted((a, b) => (a < b ? -1 : 1)));
    const certificates = fc.record({
      nonce: fc.uint8Array({ minLength: 16, maxLength: 64 }),
      serialNumber: fc.bigInt(1n, SSH_FOREVER),
      type: fc.constantFrom('user' as const, 'host' as const),
      keyId: text,
      principals: fc.array(text, { maxLength: 5 }),
      times,
      criticalOptions: options,
      extensions: options,
    });
    fc.assert(
      fc.property(certificates, ({ times: [validAfter, validBefore], ...rest }) => {
        const fields = {
          ...rest,
          validAfter: validAfter!,
          validBefore: validBefore!,
          key: subject,
          signatureKey: caKey,
        };
        const read = issue(fields);
        for (const name of ['serialNumber', 'type', 'keyId', 'principals', 'validAfter', 'validBefore'] as const) {
          assert.deepEqual(read[name], fields[name]);
        }
        assert.deepEqual(names(read.criticalOptions), names(fields.criticalOptions).toSorted());
        assert.deepEqual(names(read.extensions), names(fields.extensions).toSorted());
        assert.deepEqual([read.nonce, read.key.blob], [fields.nonce, subject.blob]);
        assert.equal(read.verify(caKey), true);
      }),
      { numRuns: 50 },
    );
  });

  for (const [algorithm, pair] of [
    ['RSA', generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' })],
    ['P-521', generateKeyPairSync('ec', { namedCurve: 'P-521' })],
  ] as const) {
    it(`is signed by a CA's key of ${algorithm} with each of its algorithms`, () => {
      const key = SshPublicKey.of(parsePublicKey(spki(pair.publicKey)));
      const tbs = encodeTbsSshCertificate({ ...simple(), signatureKey: key });
      for (const { name, node } of sshSignatureAlgorithms(key)) {
        const raw = new Uint8Array(sign(node.digest, tbs, { key: pair.privateKey, ...node.options }));
        const [signed] = sshSignatureAlgorithms(key)
          .filter((each) => each.name === name)
          .map((each) => encodeSshSignature(key, each, raw));
        const certificate = SshCertificate.parse(assembleSshCertificate(tbs, signed!));
        assert.equal(certificate.verify(key), true);
        assert.equal(certificate.signatureAlgorithm.name, name);
      }
    });
  }

  const refused: readonly (readonly [string, Partial<TbsSshCertificate>, string])[] = [
    ['an empty key id', { keyId: '' }, 'ssh.bad_name'],
    ['a key id of two lines', { keyId: 'a\nb' }, 'ssh.bad_name'],
    ['an empty principal', { principals: [''] }, 'ssh.bad_name'],
    ['a principal with NUL', { principals: ['root\0'] }, 'ssh.bad_name'],
    ['a principal with a comma, which sshd may take for two', { principals: ['guest,root'] }, 'ssh.bad_name'],
    ['257 principals', { principals: Array<string>(257).fill('a') }, 'ssh.too_large'],
    ['an extension twice', { extensions: [sshFlag('a'), sshFlag('b'), sshFlag('a')] }, 'ssh.option_order'],
    ["a CA's key on a FIDO token", { signatureKey: readSshKey('sk-ed25519') }, 'ssh.unsupported_signature'],
  ];
  for (const [what, fields, code] of refused) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => encodeTbsSshCertificate({ ...simple(), ...fields }), { code });
    });
  }

  for (const [what, fields] of [
    ['the serial number zero', { serialNumber: 0n }],
    ['a short nonce', { nonce: new Uint8Array(15) }],
    ['an end before its beginning', { validAfter: 10n, validBefore: 10n }],
  ] as const) {
    it(`is a mistake of the caller with ${what}`, () => {
      assert.throws(() => encodeTbsSshCertificate({ ...simple(), ...fields }), RangeError);
    });
  }
});

describe('damage', () => {
  const line = readSshText('options-cert.pub');
  const { blob, tbs } = SshCertificate.parseLine(line).certificate;

  it('is found when a certificate ends at any octet, and when bytes follow', () => {
    for (let length = 0; length < blob.length; length++) {
      assert.throws(() => SshCertificate.parse(blob.subarray(0, length)), PkiError, `${length} octets`);
    }
    assert.throws(() => SshCertificate.parse(Uint8Array.of(...blob, 0)), { code: 'ssh.trailing_bytes' });
  });

  it('is found when any length says four gigabytes', () => {
    for (let at = 0; at + 4 <= tbs.length; at++) {
      const changed = Uint8Array.from(blob);
      changed.fill(0xff, at, at + 4);
      try {
        SshCertificate.parse(changed);
      } catch (error) {
        assert.ok(error instanceof PkiError, `at ${at}: ${String(error)}`);
      }
    }
  });

  it('is found in the order of options, and where one stands twice', () => {
    const [first, second] = [sshFlag('a@example.com'), sshFlag('b@example.com')];
    const inOrder = issue({ ...simple(), extensions: [first, second] });
    const exchanged = exchange(inOrder.blob, 'a@example.com', 'c@example.com');
    assert.throws(() => SshCertificate.parse(exchanged), { code: 'ssh.option_order' });
    const twice = exchange(inOrder.blob, 'a@example.com', 'b@example.com');
    assert.throws(() => SshCertificate.parse(twice), { code: 'ssh.option_order' });
  });

  it('is found when a certificate is neither for a user nor for a host', () => {
    const changed = Uint8Array.from(blob);
    // Type, nonce, curve, point, serial number.
    changed[4 + 40 + 4 + 32 + 4 + 8 + 4 + 65 + 8 + 3] = 3;
    assert.throws(() => SshCertificate.parse(changed), { code: 'ssh.bad_certificate_type' });
  });

  it('is found when a plain key stands where a certificate belongs', () => {
    assert.throws(() => SshCertificate.parse(subject.blob), { code: 'ssh.unknown_key_type' });
    assert.throws(() => SshPublicKey.parse(blob), { code: 'ssh.unknown_key_type' });
  });

  it('is a certificate beyond what a packet of SSH carries', () => {
    assert.throws(() => SshCertificate.parse(new Uint8Array(256 * 1024 + 1)), { code: 'ssh.too_large' });
  });
});

describe('options', () => {
  it('are read as sshd reads them', () => {
    const text = (option: SshOption): string => new TextDecoder().decode(option.data.subarray(4));
    assert.equal(text(forceCommand('uptime -p')), 'uptime -p');
    assert.equal(text(sourceAddress('10.0.0.0/8, 2001:DB8:0::/32,192.0.2.7')), '10.0.0.0/8,2001:db8::/32,192.0.2.7');
  });

  for (const list of [
    '',
    '10.0.0.0/8,',
    '10.1.2.3/8',
    '10.0.0.0/33',
    '10.0.0/8',
    'example.com',
    '::1/129',
    '1.2.3.4/8/8',
  ]) {
    it(`are refused for the source addresses '${list}'`, () => {
      assert.throws(() => sourceAddress(list), { code: 'ssh.bad_option' });
    });
  }

  it('are refused for an empty command, one of two lines, and a name with a blank', () => {
    for (const make of [() => forceCommand(''), () => forceCommand('a\nb'), () => sshFlag('a b')]) {
      assert.throws(make, { code: 'ssh.bad_option' });
    }
  });
});

function simple(): TbsSshCertificate {
  return {
    nonce: new Uint8Array(32),
    key: subject,
    serialNumber: 1n,
    type: 'user',
    keyId: 'alice',
    principals: ['alice'],
    validAfter: 0n,
    validBefore: SSH_FOREVER,
    criticalOptions: [],
    extensions: [],
    signatureKey: caKey,
  };
}

function issue(fields: TbsSshCertificate): SshCertificate {
  const tbs = encodeTbsSshCertificate(fields);
  const [algorithm] = sshSignatureAlgorithms(caKey);
  const signature = encodeSshSignature(caKey, algorithm!, new Uint8Array(sign(null, tbs, ca.privateKey)));
  return SshCertificate.parse(assembleSshCertificate(tbs, signature));
}

function names(options: readonly SshOption[]): readonly string[] {
  return options.map(({ name, data }) => `${name}=${data.toHex()}`);
}

/** Both texts take the same octets. */
function exchange(bytes: Uint8Array, text: string, by: string): Uint8Array {
  return new Uint8Array(Buffer.from(Buffer.from(bytes).toString('latin1').replace(text, by), 'latin1'));
}

function spki(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }));
}
