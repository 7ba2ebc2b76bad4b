import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishedCrl } from '../../test/published-objects.ts';
import { wholeObject } from './whole-object.ts';

describe('the octets of an object that is sent at once', () => {
  const content = { octets: 3, inMemory: undefined, read: () => Promise.resolve(Uint8Array.of(1, 2, 3)) };

  it('are read up to the limit', async () => {
    const octets = await wholeObject(publishedCrl({ content }), { octets: 3, receiver: 'a bucket' });
    assert.deepEqual(octets, Uint8Array.of(1, 2, 3));
  });

  it('are refused for good beyond it, and none of them is read', async () => {
    const read = () => Promise.reject(new RangeError('read'));
    const object = publishedCrl({ content: { ...content, read } });
    await assert.rejects(wholeObject(object, { octets: 2, receiver: 'a bucket' }), {
      code: 'publisher.not_published',
      scope: 'final',
      message: `'${object.name}' has 3 octets, and 2 are the most for a bucket.`,
    });
  });
});
