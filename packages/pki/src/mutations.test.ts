/** Damaged inputs, 5,000 of each kind; `npm run test:interop` tries 25,000 others of each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { mutationKinds, runMutations } from '../test/mutations.ts';

describe('a damaged input is read, or refused with an error of this package, within 50 ms', () => {
  for (const kind of mutationKinds()) {
    it(kind, async () => {
      const { read, refused } = await runMutations(kind, 0, 5000);
      const understood = LAST.reduce((sum, code) => sum + (refused.get(code) ?? 0), read);
      assert.ok(understood >= 100, `only ${understood} were understood`);
      assert.ok(refused.size >= 8, `only ${[...refused.keys()].join()} occurred`);
    });
  }
});

/** Refusals after everything was read: the signature of a request and the opening of an envelope are the last things looked at. */
const LAST = ['request.bad_signature', 'cvc.bad_signature', 'cms.not_opened'];
