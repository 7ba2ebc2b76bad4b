import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { DerReader, readDer, Tag } from '../../der/index.ts';
import { type Pkcs12Encryption, readPkcs12, writePkcs12, type WritePkcs12Options } from '../index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));

/** Octets that count up, so that a file is the same on every run. */
function countingRandom(): (count: number) => Uint8Array {
  let next = 0;
  return (count) => Uint8Array.from({ length: count }, () => next++ & 0xff);
}

/** Algorithms of encryption, key derivation and digest. */
const PBE_ARC = /^(1\.2\.840\.113549\.1\.(5|12\.1)\.|1\.3\.14\.|2\.16\.)/;

/** The object identifiers of a file in order, also those in its OCTET STRINGs. */
function oidsOf(der: Uint8Array): readonly string[] {
  const found: string[] = [];
  const collect = (reader: DerReader) => {
    while (!reader.atEnd) {
      if (reader.nextIs(Tag.objectIdentifier)) found.push(reader.readOid());
      else {
        const { tag, content } = reader.readAny();
        const isConstructed = (tag & 0x20) !== 0;
        if (isConstructed || (tag === Tag.octetString && content[0] === 0x30)) {
          try {
            collect(new DerReader(content));
          } catch {
            // A ciphertext that begins as a SEQUENCE does.
          }
        }
      }
    }
  };
  readDer(der, collect);
  return found;
}

const options = (changes: Partial<WritePkcs12Options> = {}): WritePkcs12Options => ({
  password: 'foo123',
  friendlyName: 'end entity',
  privateKey: fixture('end-entity.p8'),
  certificate: fixture('end-entity.der'),
  chain: [fixture('ca.der')],
  iterations: 10,
  random: countingRandom(),
  ...changes,
});

describe('writePkcs12', () => {
  for (const password of ['foo123', '', 'pässwörd', '€uro', '😀'])
    for (const macAlgorithm of ['hmac-sha256', 'pbmac1'] as const)
      it(`is read back under '${password}' with ${macAlgorithm}`, async () => {
        const file = await writePkcs12(options({ password, macAlgorithm }));
        const { keys, certificates, authenticated } = await readPkcs12(file, password);
        assert.deepEqual(new Uint8Array(await keys[0]!.decrypt()), fixture('end-entity.p8'));
        assert.deepEqual(
          certificates.map(({ certificate }) => new Uint8Array(certificate)),
          [fixture('end-entity.der'), fixture('ca.der')],
        );
        assert.equal(authenticated, true);
      });

  for (const password of ['foo123', '', 'pässwörd', '😀'])
    it(`is read back under '${password}' when it is compatible`, async () => {
      const file = await writePkcs12(options({ password, encryption: 'compatible' }));
      const { keys, certificates, authenticated } = await readPkcs12(file, password);
      assert.deepEqual(new Uint8Array(await keys[0]!.decrypt()), fixture('end-entity.p8'));
      assert.equal(certificates.length, 2);
      assert.equal(authenticated, true);
    });

  it('uses nothing but triple DES and SHA-1 when it is compatible, and neither when it is modern', async () => {
    const old = ['1.2.840.113549.1.12.1.3', '1.3.14.3.2.26'];
    const algorithms = async (encryption: Pkcs12Encryption) => oidsOf(await writePkcs12(options({ encryption })));
    const compatible = await algorithms('compatible');
    assert.deepEqual(compatible.filter((name) => PBE_ARC.test(name)).toSorted(), [old[0], old[0], old[1]]);
    const modern = await algorithms('modern');
    assert.ok(!modern.some((name) => old.includes(name)));
    assert.ok(modern.includes('2.16.840.1.101.3.4.1.42'));
  });

  it('names the key and its certificate alike, and the chain not', async () => {
    const { keys, certificates } = await readPkcs12(await writePkcs12(options({ friendlyName: 'Größe 😀' })), 'foo123');
    assert.deepEqual(
      [keys, certificates].map(([first]) => first!.friendlyName),
      ['Größe 😀', 'Größe 😀'],
    );
    assert.deepEqual(keys[0]!.localKeyId, certificates[0]!.localKeyId);
    assert.equal(certificates[1]!.localKeyId, undefined);
    assert.equal(certificates[1]!.friendlyName, undefined);
  });

  it('writes no name when there is none', async () => {
    const { friendlyName: _, ...unnamed } = options();
    const { keys } = await readPkcs12(await writePkcs12(unnamed), 'foo123');
    assert.equal(keys[0]!.friendlyName, undefined);
    assert.equal(keys[0]!.localKeyId!.length, 20);
  });

  it('takes its salts and IVs from the random source', async () => {
    assert.deepEqual(await writePkcs12(options()), await writePkcs12(options()));
    assert.notDeepEqual(
      await writePkcs12(options()),
      await writePkcs12(options({ random: (count) => new Uint8Array(count) })),
    );
  });

  it('shows neither certificate nor key', async () => {
    const file = Buffer.from(await writePkcs12(options()));
    assert.equal(file.includes(fixture('end-entity.der').subarray(20, 60)), false);
    assert.equal(file.includes(fixture('end-entity.p8').subarray(40, 60)), false);
  });

  it('is DER', async () => {
    const file = await writePkcs12(options());
    assert.equal(
      readDer(file, (reader) => reader.readSequence().readSmallInteger(9)),
      3,
    );
  });

  it('refuses an invalid private key', async () => {
    await assert.rejects(writePkcs12(options({ privateKey: fixture('ca.der') })), { code: 'der.unexpected_tag' });
  });

  it('refuses iteration counts out of range', async () => {
    for (const iterations of [0, -1, 1.5, 2 ** 31])
      await assert.rejects(writePkcs12(options({ iterations })), RangeError);
  });
});
