import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contentOf } from '../../../../kernel/content.ts';
import { readTimeStampRequest } from './time-stamp-request.ts';

it('takes for no request what is none, and what is too long for one without reading it', async () => {
  assert.equal(await readTimeStampRequest(contentOf(Buffer.from('none'))), undefined);
  const read = () => Promise.reject(new RangeError('it is read'));
  const long = { octets: 16_385, inMemory: undefined, read };
  assert.equal(await readTimeStampRequest(long), undefined);
  await assert.rejects(readTimeStampRequest({ ...long, octets: 16_384 }), RangeError);
});
