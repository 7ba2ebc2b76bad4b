import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { createMasterKey, masterKeyFromText, readMasterKey } from './master-key.ts';

const directory = mkdtempSync(join(tmpdir(), 'master-key-'));
after(() => rmSync(directory, { recursive: true }));
const random = systemRandom();

describe('the file of the master key', () => {
  it('is made with 32 octets that only the owner reads, and leaves nothing else behind', async () => {
    const home = mkdtempSync(join(directory, 'home-'));
    const path = join(home, 'master.key');
    const key = await createMasterKey(path, random);
    assert.equal(key.length, 32);
    assert.deepEqual(new Uint8Array(readFileSync(path)), key);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(home), ['master.key']);
    assert.deepEqual(await readMasterKey(path), key);
  });

  it('is one and the same for processes that make it at the same time', async () => {
    const path = join(directory, 'raced.key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => createMasterKey(path, random)));
    assert.equal(new Set(keys.map((key) => key.toHex())).size, 1);
  });

  it('is undefined when there is none', async () => {
    assert.equal(await readMasterKey(join(directory, 'absent.key')), undefined);
  });

  for (const mode of [0o640, 0o604, 0o620]) {
    it(`is refused with mode ${mode.toString(8)}`, async () => {
      const path = join(directory, `exposed-${mode}.key`);
      writeFileSync(path, new Uint8Array(32), { mode: 0o600 });
      chmodSync(path, mode);
      await assert.rejects(readMasterKey(path), { code: 'master_key.exposed' });
    });
  }

  for (const octets of [0, 31, 33]) {
    it(`is refused with ${octets} octets`, async () => {
      const path = join(directory, `length-${octets}.key`);
      writeFileSync(path, new Uint8Array(octets), { mode: 0o600 });
      await assert.rejects(readMasterKey(path), { code: 'master_key.malformed' });
    });
  }

  it('is refused when it is a directory', async () => {
    await assert.rejects(readMasterKey(directory), { code: 'master_key.malformed' });
  });
});

describe('a master key in the environment', () => {
  it('is 32 octets in base64', () => {
    const octets = random.bytes(32);
    assert.deepEqual(masterKeyFromText(`${octets.toBase64()}\n`), octets);
  });

  for (const octets of [0, 31, 33, 64]) {
    it(`is refused with ${octets} octets, and the message does not quote it`, () => {
      const text = random.bytes(octets).toBase64();
      assert.throws(
        () => masterKeyFromText(text),
        (error: Error & { code?: string }) =>
          error.code === 'master_key.malformed' && (text === '' || !error.message.includes(text)),
      );
    });
  }

  it('is refused when it is not base64', () => {
    assert.throws(() => masterKeyFromText('*'.repeat(44)), { code: 'master_key.malformed' });
  });
});
