import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runMutations } from '../../../../../pki/test/mutations.ts';
import { FORMS_OF_REQUESTS, readerOf } from '../../../../test/damaged-requests.ts';

describe('a damaged request', () => {
  for (const { type, kind } of FORMS_OF_REQUESTS) {
    it(`is read as an enrollment reads it, or refused as malformed: ${type}`, async () => {
      const { refused } = await runMutations(kind, 0, 1000, readerOf(type));
      assert.ok(refused.size > 0, 'none was refused');
    });
  }
});
