/** Damaged inputs, 25,000 of each kind and of requests in CRMF, SPKAC and CVC 100,000 together, others than the 5,000 of `npm test`; needs no other program, only time. */
import { describe, it } from 'node:test';
import { mutationKinds, runMutations } from '../../packages/pki/test/mutations.ts';

describe('a damaged input is read, or refused with an error of the package, within 50 ms', () => {
  for (const kind of mutationKinds()) {
    const count = ['crmf', 'spkac', 'cvc request'].includes(kind) ? 33_334 : 25_000;
    it(kind, async () => void (await runMutations(kind, 1_000_000, count)));
  }
});
