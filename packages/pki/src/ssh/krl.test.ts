import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { readSshFixture, readSshKey, readSshText, sshFixtures } from '../../test/ssh-fixtures.ts';
import { PkiError } from '../errors.ts';
import { encodeKrl, Krl, type KrlContents, SshCertificate } from './index.ts';
import { divideSerials } from './krl-serials.ts';
import { type SshWriter, writeSsh } from './wire-writer.ts';

const caKey = readSshKey('ed25519');

describe('a key revocation list that ssh-keygen made', () => {
  it('revokes the serial numbers that ssh-keygen lists, and not those beside them', () => {
    const krl = Krl.parse(readSshFixture('serials.krl'));
    const listed = listedRanges('serials');
    assert.ok(listed.length > 50);
    const [certificates] = krl.certificates;
    assert.deepEqual(certificates!.caKey!.blob, caKey.blob);
    for (const [from, to] of listed) {
      for (const serial of [from, to, (from + to) / 2n]) assert.equal(certificates!.hasSerial(serial), true);
      for (const serial of [from - 1n, to + 1n]) {
        const isListed = listed.some(([low, high]) => low <= serial && serial <= high);
        assert.equal(certificates!.hasSerial(serial), isListed, String(serial));
      }
    }
    assert.equal(krl.version, 42n);
  });

  it('revokes by key id, for one CA or for all', () => {
    const ofP256 = SshCertificate.parseLine(readSshText('user-p256-cert.pub')).certificate;
    assert.equal(Krl.parse(readSshFixture('serials.krl')).certificates[0]!.keyIds.has('user of p256'), true);
    const everybody = Krl.parse(readSshFixture('key-ids.krl'));
    assert.equal(everybody.certificates[0]!.caKey, undefined);
    assert.deepEqual([...everybody.certificates[0]!.keyIds], ['for everybody']);
    assert.equal(everybody.revokesCertificate(ofP256), false);
  });

  it('revokes keys in full and by hash, and the certificates that hold them', () => {
    const krl = Krl.parse(readSshFixture('keys.krl'));
    const revoked = ['rsa', 'p256', 'p384', 'p521', 'ed25519'].filter((name) => krl.revokesKey(readSshKey(name)));
    assert.deepEqual(revoked, ['rsa', 'p256', 'p384', 'p521']);
    const certificate = (name: string): SshCertificate => SshCertificate.parseLine(readSshText(name)).certificate;
    assert.equal(krl.revokesCertificate(certificate('user-p521-cert.pub')), true);
    assert.equal(krl.revokesCertificate(certificate('user-by-p521-cert.pub')), true);
    assert.equal(krl.revokesCertificate(certificate('user-by-ed25519-cert.pub')), false);
  });

  it('may be empty', () => {
    assert.deepEqual(Krl.parse(readSshFixture('empty.krl')).certificates, []);
  });

  for (const name of sshFixtures('.krl')) {
    it(`is refused when it ends within a section: ${name}`, () => {
      const blob = readSshFixture(`${name}.krl`);
      let complete = 0;
      for (let length = 0; length < blob.length; length++) {
        try {
          Krl.parse(blob.subarray(0, length));
          complete++;
        } catch (error) {
          assert.ok(error instanceof PkiError);
        }
      }
      // Sections stand one after another, so a list may end where one of the four does.
      assert.ok(complete < 4, `${complete} beginnings were read`);
    });
  }
});

describe('a key revocation list that we make', () => {
  it('revokes the serial numbers that were given, and no others', () => {
    const close = fc.bigInt(1n, 3000n);
    const any = fc.bigInt(1n, 2n ** 64n - 1n);
    fc.assert(
      fc.property(fc.array(fc.oneof(close, close, any), { maxLength: 400 }), fc.array(close), (serials, others) => {
        const krl = Krl.parse(encodeKrl(list({ serialNumbers: BigUint64Array.from(serials) })));
        const given = new Set(serials);
        for (const serial of [...serials, ...others]) {
          const has = krl.certificates[0]?.hasSerial(serial) ?? false;
          assert.equal(has, given.has(serial));
        }
      }),
    );
  });

  it('says after reading what it was made with', () => {
    const krl = Krl.parse(
      encodeKrl({
        ...list({ keyIds: ['alice', 'bob', 'alice'] }),
        comment: 'of Ä',
        keys: [readSshKey('p256')],
        sha1: [digest('sha1', 'p384'), digest('sha1', 'p521')],
        sha256: [digest('sha256', 'rsa'), digest('sha256', 'sk-p256')],
      }),
    );
    assert.deepEqual([krl.version, krl.generatedAt, krl.comment], [7n, 1_800_000_000n, 'of Ä']);
    assert.deepEqual([...krl.certificates[0]!.keyIds], ['alice', 'bob']);
    for (const name of ['p256', 'p384', 'p521', 'rsa', 'sk-p256']) assert.ok(krl.revokesKey(readSshKey(name)));
    assert.equal(krl.revokesKey(caKey), false);
  });

  it('revokes certificates of its CA only', () => {
    const ofCa = SshCertificate.parseLine(readSshText('user-p256-cert.pub')).certificate;
    const serialNumbers = BigUint64Array.of(ofCa.serialNumber);
    const other = { ...list({}), certificates: [{ caKey: readSshKey('p384'), serialNumbers, keyIds: [] }] };
    assert.equal(Krl.parse(encodeKrl(list({ serialNumbers }))).revokesCertificate(ofCa), true);
    assert.equal(Krl.parse(encodeKrl(other)).revokesCertificate(ofCa), false);
  });

  it('uses the form that takes the fewest octets', () => {
    const forms = (serials: readonly number[]): readonly string[] =>
      divideSerials(BigUint64Array.from(serials, BigInt)).map(({ form }) => form);
    assert.deepEqual(forms([1, 1000, 2000]), ['list']);
    assert.deepEqual(forms([1, 2, 3]), ['list']);
    assert.deepEqual(forms(counting(1, 100)), ['range']);
    assert.deepEqual(forms(counting(1, 100).map((each) => each * 2)), ['bitmap']);
    const mixed = [7, ...counting(1000, 5000), ...counting(9000, 9100).map((each) => each * 3), 1_000_000];
    assert.deepEqual(forms(mixed), ['list', 'range', 'bitmap', 'list']);
  });

  it('takes eight octets for each of a hundred thousand numbers that stand apart, and little for as many in a row', () => {
    const apart = BigUint64Array.from({ length: 100_000 }, (_, at) => BigInt(at + 1) * 1_000_003n);
    const inARow = BigUint64Array.from({ length: 100_000 }, (_, at) => BigInt(at + 1));
    assert.ok(encodeKrl(list({ serialNumbers: apart })).length < 800_200);
    assert.ok(encodeKrl(list({ serialNumbers: inARow })).length < 200);
  });

  it('is a mistake of the caller with the number zero, or a digest of another length', () => {
    assert.throws(() => encodeKrl(list({ serialNumbers: BigUint64Array.of(0n) })), RangeError);
    assert.throws(() => encodeKrl({ ...list({}), sha1: [new Uint8Array(32)] }), RangeError);
  });
});

describe('a key revocation list is refused', () => {
  const header = (writer: SshWriter, format = 1): SshWriter =>
    writer.uint64(0x5353_484b_524c_0a00n).uint32(format).uint64(1n).uint64(0n).uint64(0n).text('').text('');
  const withSection = (type: number, write: (section: SshWriter) => void): Uint8Array =>
    writeSsh((writer) => header(writer).byte(type).nested(write));
  const withSerials = (type: number, write: (section: SshWriter) => void): Uint8Array =>
    withSection(1, (section) => section.string(caKey.blob).text('').byte(type).nested(write));

  const cases: Record<string, readonly [krl: Uint8Array, code: string]> = {
    'for another magic number': [new Uint8Array(60), 'ssh.not_krl'],
    'for another format': [writeSsh((writer) => header(writer, 2)), 'ssh.not_krl'],
    'for a section that is not known': [withSection(9, () => {}), 'ssh.bad_krl_section'],
    'for an empty section of keys': [withSection(2, () => {}), 'ssh.bad_krl_section'],
    'for an invalid key in it': [withSection(2, (section) => section.text('ssh')), 'ssh.truncated'],
    'for a digest of another length': [withSection(5, (section) => section.text('short')), 'ssh.bad_krl_section'],
    'for digests out of order': [
      withSection(3, (section) => section.string(new Uint8Array(20).fill(2)).string(new Uint8Array(20).fill(1))),
      'ssh.bad_krl_section',
    ],
    'for a range from high to low': [
      withSerials(0x21, (section) => section.uint64(2n).uint64(1n)),
      'ssh.bad_krl_section',
    ],
    'for a list of half a number': [withSerials(0x20, (section) => section.uint32(1)), 'ssh.truncated'],
    'for a bitmap of more bits than OpenSSH reads': [
      withSerials(0x22, (section) => section.uint64(1n).mpint(new Uint8Array((1 << 21) + 1).fill(1))),
      'ssh.too_large',
    ],
    'for certificates in a section that is not known': [withSerials(0x30, () => {}), 'ssh.bad_krl_section'],
    'for a critical extension': [
      withSection(255, (section) => section.text('x@example.com').boolean(true).text('')),
      'ssh.bad_krl_section',
    ],
    'for a section behind the signatures': [
      writeSsh((writer) =>
        header(writer)
          .byte(4)
          .text('key')
          .text('signature')
          .byte(2)
          .nested(() => {}),
      ),
      'ssh.bad_krl_section',
    ],
  };
  for (const [what, [krl, code]] of Object.entries(cases)) {
    it(what, () => assert.throws(() => Krl.parse(krl), { code }));
  }

  it('and not for an extension that is not critical, nor for a signature, which readers ignore', () => {
    Krl.parse(withSection(255, (section) => section.text('x@example.com').boolean(false).text('')));
    Krl.parse(writeSsh((writer) => header(writer).byte(4).text('key').text('signature')));
  });
});

function list(revoked: { readonly serialNumbers?: BigUint64Array; readonly keyIds?: readonly string[] }): KrlContents {
  const { serialNumbers = new BigUint64Array(0), keyIds = [] } = revoked;
  return {
    version: 7n,
    generatedAt: 1_800_000_000n,
    comment: '',
    certificates: [{ caKey, serialNumbers, keyIds }],
    keys: [],
    sha1: [],
    sha256: [],
  };
}

/** The `serial:` lines of the text beside a fixture. */
function listedRanges(name: string): readonly (readonly [bigint, bigint])[] {
  const lines = readSshText(`${name}.krl.txt`).matchAll(/^serial: (\d+)(?:-(\d+))?$/gm);
  return [...lines].map(([, from, to]) => [BigInt(from!), BigInt(to ?? from!)]);
}

function counting(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function digest(algorithm: string, name: string): Uint8Array {
  return new Uint8Array(hash(algorithm, readSshKey(name).blob, 'buffer'));
}
