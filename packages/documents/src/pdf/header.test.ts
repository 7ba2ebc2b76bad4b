import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesSource } from '../source.ts';
import { readHeader } from './header.ts';

const read = (text: string) => readHeader(bytesSource(Buffer.from(text, 'latin1')));

describe('the header of a PDF', () => {
  it('names the version', async () => {
    assert.deepEqual(await read('%PDF-1.7\n'), { offset: 0, version: '1.7' });
    assert.deepEqual(await read('%PDF-x\n'), { offset: 0, version: '1.0' });
  });

  it('is found within the first 1024 octets', async () => {
    assert.deepEqual(await read(`${'x'.repeat(1023)}%PDF-2.0`), { offset: 1023, version: '2.0' });
    await assert.rejects(read(`${'x'.repeat(1024)}%PDF-2.0`), { code: 'pdf.no_header' });
  });

  it('is missing in what is not a PDF', async () => {
    for (const text of ['', 'PK', 'some text']) await assert.rejects(read(text), { code: 'pdf.no_header' });
    await assert.rejects(read('<x/>'), { message: 'PDF header signature not found.' });
  });
});
