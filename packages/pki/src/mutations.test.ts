/** Damaged inputs, 5,000 of each kind; `npm run test:interop` tries 25,000 others of each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { mutationKinds, runMutations } from '../test/mutations.ts';

describe('a damaged input is read, or refused with an error of this package, within 50 ms', () => {
  for (const kind of mutationKinds()) {
    it(kind, async () => {
      const { read, refused } = await runMutations(kind, 0, 5000);
      // The signature of a request is the last thing looked at.
      const wrongSignatures = (refused.get('request.bad_signature') ?? 0) + (refused.get('cvc.bad_signature') ?? 0);
      const understood = read + wrongSignatures;
      assert.ok(understood >= 100, `only ${understood} were understood`);
      assert.ok(refused.size >= 8, `only ${[...refused.keys()].join()} occurred`);
    });
  }
});
