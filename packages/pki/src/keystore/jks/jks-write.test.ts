import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readJks, writeJks, type WriteJksOptions } from '../index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));
const privateKey = fixture('end-entity.p8');
const certificates = [fixture('end-entity.der'), fixture('ca.der')] as const;

const options = (changes: Partial<WriteJksOptions> = {}): WriteJksOptions => ({
  password: 'foo123',
  alias: 'fixture',
  privateKey,
  certificate: certificates[0],
  chain: [certificates[1]],
  createdMs: Date.UTC(2026, 0, 1),
  random: (count) => new Uint8Array(count).fill(7),
  ...changes,
});

describe('writeJks', () => {
  for (const password of ['foo123', '', 'pässwörd', '€uro', '😀'])
    it(`is read back under '${password}'`, async () => {
      const [key, ...others] = await readJks(await writeJks(options({ password })), password);
      assert.deepEqual(others, []);
      assert.deepEqual(await key!.decrypt(), privateKey);
      assert.deepEqual(
        key!.certificates.map((der) => new Uint8Array(der)),
        certificates,
      );
    });

  it('writes what Java does, but for the salt and the time', async () => {
    const theirs = fixture('jdk17-jks.jks');
    const ofEntry = new DataView(theirs.buffer, theirs.byteOffset);
    const createdMs = Number(ofEntry.getBigUint64(12 + 4 + 2 + 'fixture'.length));
    const salt = saltOf(theirs);
    const [key] = await readJks(theirs, 'foo123');
    const ours = await writeJks(options({ privateKey: await key!.decrypt(), createdMs, random: () => salt }));
    assert.deepEqual(ours, theirs);
  });

  it('makes the alias lower case, and keeps characters of any kind', async () => {
    for (const [alias, written] of [
      ['Web-Server 1', 'web-server 1'],
      ['GRÖSSE 😀 \0', 'grösse 😀 \0'],
      ['', ''],
    ] as const) {
      const [key] = await readJks(await writeJks(options({ alias })), 'foo123');
      assert.equal(key!.alias, written);
    }
  });

  it('refuses an alias that is too long for its length', async () => {
    const [key] = await readJks(await writeJks(options({ alias: 'é'.repeat(32_767) })), 'foo123');
    assert.equal(key!.alias.length, 32_767);
    await assert.rejects(writeJks(options({ alias: 'é'.repeat(32_768) })), RangeError);
  });

  it('refuses an invalid private key', async () => {
    await assert.rejects(writeJks(options({ privateKey: certificates[0] })), { code: 'der.unexpected_tag' });
  });

  it('leaves the private key to the caller, and nothing of it in the file', async () => {
    const mine = privateKey.slice();
    const file = await writeJks(options({ privateKey: mine }));
    assert.deepEqual(mine, privateKey);
    // The public key behind the scalar stands in the certificate, too.
    const scalar = Buffer.from(privateKey).indexOf(Buffer.of(4, 32)) + 2;
    for (let at = scalar; at < scalar + 32; at += 8)
      assert.equal(Buffer.from(file).includes(privateKey.subarray(at, at + 8)), false);
  });
});

/** The salt is the first 20 octets that the key's EncryptedPrivateKeyInfo holds, behind its algorithm. */
function saltOf(file: Uint8Array): Uint8Array {
  const algorithm = Buffer.from('060a2b060104012a021101010500', 'hex');
  const at = Buffer.from(file).indexOf(algorithm) + algorithm.length;
  // The OCTET STRING has a length of one octet behind 0x81.
  return file.slice(at + 3, at + 23);
}
