/** Damaged inputs, 25,000 of each kind, others than the 5,000 of `npm test`; needs no other program, only time. */
import { describe, it } from 'node:test';
import { mutationKinds, runMutations } from '../../packages/pki/test/mutations.ts';

describe('a damaged input is read, or refused with an error of the package, within 50 ms', () => {
  for (const kind of mutationKinds()) it(kind, async () => void (await runMutations(kind, 1_000_000, 25_000)));
});
