import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { octets, textOf } from '../../../test/pdf-documents.ts';
import { bytesSource } from '../../source.ts';
import { PdfFile } from '../file/pdf-file.ts';
import { latin1 } from '../syntax/latin1.ts';
import { PdfDictionary, PdfString } from '../syntax/values.ts';
import type { CryptMethod } from './encryption-dictionary.ts';
import { decryptor, encryptor, transformAll } from './object-cipher.ts';
import { rc4 } from './rc4.ts';

const NAMES = [
  'rc4-40',
  'rc4-128',
  'aes-128',
  'aes-128-open-metadata',
  'aes-256-r5',
  'aes-256-r6',
  'aes-256-object-streams',
];
const fixture = (name: string): Uint8Array => readFileSync(new URL(`../fixtures/${name}.pdf`, import.meta.url));
const open = (name: string, password: string): Promise<PdfFile> => PdfFile.open(bytesSource(fixture(name)), password);

async function titleOf(file: PdfFile): Promise<string> {
  const title = (await file.dictionary(file.trailer.get('Info')))?.get('Title');
  assert.ok(title instanceof PdfString);
  return latin1(title.bytes);
}

/** Returns what the page draws. */
async function contentOf(file: PdfFile): Promise<string> {
  for (const number of file.index.table.numbers()) {
    const object = await file.object(number);
    if (!(object.value instanceof PdfDictionary) || object.dataOffset === undefined) continue;
    if (object.value.name('Type') !== undefined) continue;
    const data = await file.source.read(object.dataOffset, await file.streamLength(object));
    return latin1(transformAll(file.security!.streamDecryptor(object.value, object), data));
  }
  return '';
}

describe('an encrypted file', () => {
  for (const name of NAMES) {
    it(`is read with either password: ${name}`, async () => {
      for (const password of ['user', 'owner']) {
        const file = await open(name, password);
        assert.equal(file.security?.opened.isOwner, password === 'owner');
        assert.equal(await titleOf(file), 'What it is called');
        assert.match(await contentOf(file), /^BT \/F1 24 Tf 20 100 Td \(What is seen\) Tj ET/);
      }
    });

    it(`is not read with another one: ${name}`, async () => {
      for (const password of ['', 'users', 'Owner', '\u4e2d'])
        await assert.rejects(open(name, password), { code: 'pdf.wrong_password' });
    });
  }

  it('needs no password where the user has none', async () => {
    const file = await open('no-user-password', '');
    assert.equal(file.security?.opened.isOwner, false);
    assert.equal(await titleOf(file), 'What it is called');
  });

  it('is refused where another handler encrypted it, or the dictionary is not one', async () => {
    const text = textOf(fixture('aes-128'));
    for (const changed of [
      text.replace('/Filter /Standard', '/Filter /Another_'),
      text.replace('/R 4', '/R 9'),
      text.replace('/AESV2', '/AESV9'),
      text.replace('/StmF /StdCF', '/StmF /Other'),
      text.replace(/\/P -?\d+/, (all) => '/P (' + 'x'.repeat(all.length - 5) + ')'),
    ]) {
      assert.notEqual(changed, text);
      await assert.rejects(PdfFile.open(bytesSource(octets(changed)), 'user'), { code: 'pdf.unsupported_encryption' });
    }
  });
});

describe('objects', () => {
  const id = { number: 0x123456, generation: 7 };
  const iv = (): Uint8Array => new Uint8Array(16).fill(9);

  it('are deciphered as they were encrypted, in pieces of any size', () => {
    const methods = fc.constantFrom<CryptMethod>('none', 'rc4', 'aes-128', 'aes-256');
    const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 });
    fc.assert(
      fc.property(methods, pieces, fc.integer({ min: 1, max: 33 }), (method, data, size) => {
        const key = new Uint8Array(method === 'aes-256' ? 32 : 16).fill(3);
        const forth = encryptor(method, key, id, iv);
        const encrypted = Buffer.concat([...data.map((piece) => forth.update(piece)), forth.final()]);
        const back = decryptor(method, key, id);
        const found: Uint8Array[] = [];
        for (let at = 0; at < encrypted.length; at += size) found.push(back.update(encrypted.subarray(at, at + size)));
        assert.deepEqual(Buffer.concat([...found, back.final()]), Buffer.concat(data));
      }),
    );
  });

  it('are rubbish and no failure where they are not encrypted as they should be', () => {
    const back = (length: number): number =>
      transformAll(decryptor('aes-128', new Uint8Array(16), id), new Uint8Array(length)).length;
    assert.deepEqual([0, 5, 16, 20].map(back), [0, 0, 0, 0]);
    assert.equal(back(48) <= 32, true);
  });

  it('are encrypted by RC4 as others do it', () => {
    // The first of the test vectors that are in everybody's hands: key `Key`, text `Plaintext`.
    assert.equal(rc4(octets('Key'), octets('Plaintext')).toHex(), 'bbf316e8d940af0ad3');
  });
});
