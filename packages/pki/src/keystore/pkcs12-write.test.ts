import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readDer } from '../der/index.ts';
import { readPkcs12, writePkcs12, type WritePkcs12Options } from './index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

/** Octets that count up, so that a file is the same on every run. */
function countingRandom(): (count: number) => Uint8Array {
  let next = 0;
  return (count) => Uint8Array.from({ length: count }, () => next++ & 0xff);
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

  it('refuses a private key that is none', async () => {
    await assert.rejects(writePkcs12(options({ privateKey: fixture('ca.der') })), { code: 'der.unexpected_tag' });
  });

  it('refuses iteration counts out of range', async () => {
    for (const iterations of [0, -1, 1.5, 2 ** 31])
      await assert.rejects(writePkcs12(options({ iterations })), RangeError);
  });
});
