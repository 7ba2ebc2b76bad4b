import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWanted } from './wanted.ts';

const candidates = async (text: string) => (await readWanted(text, { timeoutMs: 1000 })).candidates;
const serial = (serialNumber: string) => ({ kind: 'serial', serialNumber }) as const;
const fingerprint = (text: string) => ({ kind: 'fingerprint', fingerprint: text }) as const;

describe('a certificate on the command line', () => {
  it('is a serial number, in whatever way that is written', async () => {
    for (const text of ['5A1F', '5a1f', '0x5A1F', '005A1F', '5A:1F', '00:5a:1f', '5a 1f', 'serial=5A1F'])
      assert.deepEqual(await candidates(text), [serial('5A1F')], text);
  });

  it('is decimal when no hexadecimal one is found', async () => {
    assert.deepEqual(await candidates('4660'), [serial('4660'), serial('1234')]);
    const decimal = String(2n ** 158n + 1n);
    assert.equal(decimal.length, 48);
    assert.deepEqual(await candidates(decimal), [serial(`4${'0'.repeat(38)}1`)]);
  });

  it('is a fingerprint by its length, though 40 digits may be a serial number', async () => {
    const [sha1, sha256] = ['5a'.repeat(20), 'ab'.repeat(32)];
    assert.deepEqual(await candidates(sha1), [serial(sha1.toUpperCase()), fingerprint(sha1)]);
    assert.deepEqual(await candidates('FF'.repeat(20)), [fingerprint('ff'.repeat(20))]);
    const colons = sha256.match(/../g)!.join(':').toUpperCase();
    for (const text of [sha256, colons, `sha256 Fingerprint=${colons}`, `SHA-256: ${sha256}`])
      assert.deepEqual(await candidates(text), [fingerprint(sha256)], text);
  });

  it('rejects a text that is neither a serial number, a fingerprint nor a file', async () => {
    for (const text of ['ab'.repeat(21), 'ab'.repeat(33)])
      await assert.rejects(candidates(text), { code: 'cli.usage' });
    await assert.rejects(candidates('web1.crt.pem'), { code: 'cli.file_unreadable' });
  });
});
