/** SSH formats: ssh-keygen reads and verifies what we write, and we read what it makes in this run. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { after, describe, it } from 'node:test';

import {
  assembleSshCertificate,
  encodeKrl,
  encodeSshSignature,
  encodeTbsSshCertificate,
  forceCommand,
  Krl,
  type KrlContents,
  parsePublicKey,
  type SignatureAlgorithm,
  sourceAddress,
  SSH_EXTENSIONS,
  SshCertificate,
  sshFlag,
  SshPublicKey,
  sshSignatureAlgorithms,
  sshValueOption,
  type TbsSshCertificate,
  verifyRequired,
} from '@sealwright/pki';

import { describeSshCertificate, readSshKey } from '../../../packages/pki/test/ssh-fixtures.ts';
import { OpenSsh } from '../programs/openssh.ts';

const ssh = new OpenSsh();
after(() => ssh.remove());

interface Ca {
  readonly key: SshPublicKey;
  readonly privateKey: KeyObject;
}

const CAS: Readonly<Record<string, Ca>> = {
  RSA: ca(generateKeyPairSync('rsa', { modulusLength: 3072 })),
  'P-256': ca(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  'P-384': ca(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
  'P-521': ca(generateKeyPairSync('ec', { namedCurve: 'P-521' })),
  Ed25519: ca(generateKeyPairSync('ed25519')),
};
const ed25519 = CAS['Ed25519']!;

describe('a certificate that we wrote', () => {
  for (const [name, issuer] of Object.entries(CAS)) {
    for (const algorithm of sshSignatureAlgorithms(issuer.key)) {
      it(`is read and verified by ssh-keygen: ${name}, ${algorithm.name}`, () => {
        assertReadAlike(issue(issuer, {}, algorithm));
      });
    }
  }

  for (const name of ['rsa', 'p256', 'p384', 'p521', 'ed25519', 'sk-p256', 'sk-ed25519']) {
    it(`certifies a key of each kind: ${name}`, () => assertReadAlike(issue(ed25519, { key: readSshKey(name) })));
  }

  it('holds every option, and those that ssh-keygen does not know', () => {
    const certificate = issue(ed25519, {
      keyId: 'alle Optionen, auch Ä',
      criticalOptions: [
        verifyRequired(),
        sourceAddress('192.0.2.7,10.0.0.0/8,2001:db8::/32'),
        forceCommand('/usr/bin/rsync --server'),
      ],
      extensions: [
        ...SSH_EXTENSIONS.map((name) => sshFlag(name)),
        sshValueOption('value@example.com', new TextEncoder().encode('text')),
        sshFlag('flag@example.com'),
      ],
    });
    assertReadAlike(certificate);
  });

  it('is for a host, with the largest serial number', () => {
    assertReadAlike(
      issue(ed25519, { type: 'host', serialNumber: 2n ** 64n - 1n, principals: ['a.example.com', '10.0.0.1'] }),
    );
  });

  it('is refused by ssh-keygen when it was changed, so that it does verify', () => {
    const { blob, tbs } = issue(ed25519, {});
    const changed = Uint8Array.from(blob);
    changed[tbs.length - 1]! ^= 1;
    ssh.write('changed-cert.pub', `ssh-ed25519-cert-v01@openssh.com ${changed.toBase64()}\n`);
    assert.notEqual(ssh.outcome('ssh-keygen', '-L', '-f', 'changed-cert.pub').status, 0);
  });
});

describe('a key that we wrote', () => {
  for (const [name, { key }] of Object.entries(CAS)) {
    it(`has for ssh-keygen the fingerprint that it has for us: ${name}`, () => {
      ssh.write('ca.pub', `${key.toLine('of the CA')}\n`);
      assert.ok(ssh.keygen('-l', '-f', 'ca.pub').includes(` ${key.fingerprint} of the CA `));
      // ssh-keygen knows no other form of Ed25519.
      if (key.type.name === 'ssh-ed25519') return;
      assert.equal(ssh.keygen('-e', '-m', 'PKCS8', '-f', 'ca.pub').replaceAll('\n', ''), pem(key));
    });
  }
});

describe('a key revocation list', () => {
  const serials = [3n, 17n, 18n, ...numbers(1000n, 3000n), ...numbers(100_000n, 100_200n, 2n), 2n ** 63n];

  it('of ours revokes for ssh-keygen what it says, and nothing else', () => {
    const other = CAS['P-256']!;
    ssh.write(
      'ours.krl',
      encodeKrl({
        ...EMPTY,
        certificates: [
          { caKey: ed25519.key, serialNumbers: BigUint64Array.from(serials), keyIds: ['mallory'] },
          { caKey: undefined, serialNumbers: new BigUint64Array(0), keyIds: ['everywhere'] },
        ],
        keys: [readSshKey('p256')],
        sha1: [digest('sha1', 'p384')],
        sha256: [digest('sha256', 'p521'), digest('sha256', 'rsa')],
      }),
    );
    const listing = ssh.keygen('-Q', '-l', '-f', 'ours.krl');
    for (const line of ['serial: 3', 'serial: 17-18', 'serial: 1000-3000', 'serial: 100002', 'id: mallory']) {
      assert.ok(listing.includes(`${line}\n`), `${line} in ${listing}`);
    }
    const cases: readonly (readonly [boolean, SshCertificate])[] = [
      ...[3n, 18n, 1000n, 2500n, 3000n, 100_100n, 2n ** 63n].map(
        (serial) => [true, numbered(ed25519, serial)] as const,
      ),
      ...[2n, 19n, 999n, 3001n, 100_101n, 100_202n].map((serial) => [false, numbered(ed25519, serial)] as const),
      [false, numbered(other, 3n)],
      [true, issue(ed25519, { serialNumber: 9n, keyId: 'mallory' })],
      [false, issue(other, { serialNumber: 9n, keyId: 'mallory' })],
      [true, issue(other, { serialNumber: 9n, keyId: 'everywhere' })],
      ...['p256', 'p384', 'p521', 'rsa'].map((name) => [true, issue(ed25519, { key: readSshKey(name) })] as const),
    ];
    const krl = Krl.parse(ssh.readBytes('ours.krl'));
    for (const [revoked, certificate] of cases) {
      const what = `${certificate.keyId} ${certificate.serialNumber}`;
      assert.equal(isRevoked('ours.krl', certificate), revoked, what);
      assert.equal(krl.revokesCertificate(certificate), revoked, what);
    }
  });

  it('of ours may be empty, and may hold a hundred thousand numbers', () => {
    ssh.write('ours.krl', encodeKrl(EMPTY));
    assert.equal(isRevoked('ours.krl', numbered(ed25519, 3n)), false);
    const serialNumbers = BigUint64Array.from({ length: 100_000 }, (_, at) => BigInt(at + 1) * 7919n * 1_000_003n);
    ssh.write('ours.krl', encodeKrl({ ...EMPTY, certificates: [{ caKey: ed25519.key, serialNumbers, keyIds: [] }] }));
    assert.equal(isRevoked('ours.krl', numbered(ed25519, serialNumbers[54_321]!)), true);
    assert.equal(isRevoked('ours.krl', numbered(ed25519, serialNumbers[54_321]! + 1n)), false);
  });

  it('of ssh-keygen says the same to us, and is made longer by it when it is ours', () => {
    ssh.write('ca.pub', `${ed25519.key.toLine()}\n`);
    ssh.write('spec', serials.map((serial) => `serial: ${serial}\n`).join(''));
    ssh.keygen('-k', '-f', 'theirs.krl', '-s', 'ca.pub', 'spec');
    const [theirs] = Krl.parse(ssh.readBytes('theirs.krl')).certificates;
    for (const serial of [...serials, 2n, 4n, 100_001n])
      assert.equal(theirs!.hasSerial(serial), serials.includes(serial));
    ssh.write('ours.krl', encodeKrl({ ...EMPTY, keys: [readSshKey('p256')] }));
    ssh.keygen('-k', '-u', '-f', 'ours.krl', '-s', 'ca.pub', 'spec');
    const updated = Krl.parse(ssh.readBytes('ours.krl'));
    assert.equal(updated.revokesKey(readSshKey('p256')), true);
    assert.equal(updated.certificates[0]!.hasSerial(17n), true);
  });
});

function issue(issuer: Ca, fields: Partial<TbsSshCertificate>, algorithm?: SignatureAlgorithm): SshCertificate {
  const tbs = encodeTbsSshCertificate({
    nonce: new Uint8Array(32).fill(7),
    key: readSshKey('ed25519'),
    serialNumber: 1n,
    type: 'user',
    keyId: 'alice',
    principals: ['alice', 'bob'],
    validAfter: 1_767_225_600n,
    validBefore: 1_798_761_600n,
    criticalOptions: [],
    extensions: [],
    signatureKey: issuer.key,
    ...fields,
  });
  const used = algorithm ?? sshSignatureAlgorithms(issuer.key)[0]!;
  const raw = sign(used.node.digest, tbs, { key: issuer.privateKey, ...used.node.options });
  const signature = encodeSshSignature(issuer.key, used, new Uint8Array(raw));
  return SshCertificate.parse(assembleSshCertificate(tbs, signature));
}

function numbered(issuer: Ca, serialNumber: bigint): SshCertificate {
  return issue(issuer, { serialNumber });
}

/** ssh-keygen verifies the signature of every certificate that it reads. */
function assertReadAlike(certificate: SshCertificate): void {
  ssh.write('ours-cert.pub', `${certificate.toLine()}\n`);
  const [, ...listing] = ssh.keygen('-L', '-f', 'ours-cert.pub').split('\n');
  assert.equal(listing.join('\n'), describeSshCertificate(certificate));
  assert.equal(certificate.verify(certificate.signatureKey), true);
}

function isRevoked(krl: string, certificate: SshCertificate): boolean {
  ssh.write('asked-cert.pub', `${certificate.toLine()}\n`);
  const { status, output } = ssh.outcome('ssh-keygen', '-Q', '-f', krl, 'asked-cert.pub');
  if (!/: (?:ok|REVOKED)$/m.test(output)) throw new RangeError(`ssh-keygen says ${output}`);
  return status !== 0;
}

function ca({ publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }): Ca {
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
  return { key: SshPublicKey.of(parsePublicKey(spki)), privateKey };
}

function pem({ publicKey }: SshPublicKey): string {
  return publicKey.keyObject.export({ format: 'pem', type: 'spki' }).replaceAll('\n', '');
}

function digest(algorithm: string, name: string): Uint8Array {
  return new Uint8Array(hash(algorithm, readSshKey(name).blob, 'buffer'));
}

function numbers(from: bigint, to: bigint, step = 1n): bigint[] {
  return Array.from({ length: Number((to - from) / step) + 1 }, (_, at) => from + BigInt(at) * step);
}

const EMPTY: KrlContents = {
  version: 1n,
  generatedAt: 1_800_000_000n,
  comment: 'of a test',
  certificates: [],
  keys: [],
  sha1: [],
  sha256: [],
};
