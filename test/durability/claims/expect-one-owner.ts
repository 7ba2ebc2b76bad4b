import assert from 'node:assert/strict';
import type { Claimant, Wanted } from './claim-at-once.ts';

/** Asserts that one end entity has got it with all of its units, and that all others were told so. */
export function expectOneOwner(wanted: Wanted, claimants: readonly Claimant[]): void {
  const owners = new Set(claimants.filter(({ outcome }) => outcome === 'stored').map(({ id }) => id));
  assert.equal(owners.size, 1, `the ${wanted} went to ${owners.size}`);
  const refusals = claimants.filter(({ id }) => !owners.has(id)).map(({ outcome }) => outcome);
  assert.deepEqual(new Set(refusals), new Set([REFUSALS[wanted]]));
  const others = claimants.filter(({ id, outcome }) => owners.has(id) && outcome !== 'stored');
  assert.deepEqual(others, []);
}

const REFUSALS: Record<Wanted, string> = {
  key: 'key.claim claimed',
  name: 'name.claim claimed',
  username: 'end-entity.insert exists',
};
