import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contentOf } from '../../../../kernel/content.ts';
import { readTimeStampRequest } from './time-stamp-request.ts';

it('takes nothing else for a request, and does not read what is too long for one', async () => {
  assert.equal(await readTimeStampRequest(contentOf(Buffer.from('none'))), undefined);
  const read = () => Promise.reject(new RangeError('it is read'));
  const long = { octets: 16_385, inMemory: undefined, read };
  assert.equal(await readTimeStampRequest(long), undefined);
  await assert.rejects(readTimeStampRequest({ ...long, octets: 16_384 }), RangeError);
});
