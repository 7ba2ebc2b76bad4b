/** 50,000 damaged inputs; `npm run test:interop` tries 250,000 others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { mutationKinds, runMutations } from '../test/mutations.ts';

describe('a damaged input is read, or refused with an error of this package, within 50 ms', () => {
  for (const kind of mutationKinds()) {
    it(kind, async () => {
      const { read, refused } = await runMutations(kind, 0, 5000);
      // The signature of a request is the last thing looked at.
      const understood = read + (refused.get('request.bad_signature') ?? 0);
      assert.ok(understood >= 100, `only ${understood} were understood`);
      assert.ok(refused.size >= 8, `only ${[...refused.keys()].join()} occurred`);
    });
  }
});
