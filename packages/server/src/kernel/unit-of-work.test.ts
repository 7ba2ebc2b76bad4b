import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConflictError, EpochMovedError, planAndCommit, type UnitId, type UnitOfWork } from './unit-of-work.ts';

const UNIT: UnitOfWork = { id: '00' as UnitId, epoch: undefined, writes: [] };

/** Plans and commits with a store that answers `failures` one after the other before it takes the unit. */
async function attempt(failures: readonly Error[]) {
  const waiting = [...failures];
  const pauses: number[] = [];
  const told: unknown[] = [];
  const outcome = await planAndCommit(
    async (previous) => {
      told.push(previous);
      return { unit: UNIT, result: 'done' };
    },
    {
      async commit() {
        const failure = waiting.shift();
        if (failure !== undefined) throw failure;
      },
    },
    async (milliseconds) => void pauses.push(milliseconds),
  ).catch((error: unknown) => error);
  return { outcome, plans: told.length, told, pauses };
}

const changed = () => new ConflictError('end-entity.update', 'changed');

it('plans once when nothing is in the way', async () => {
  const { outcome, plans, pauses } = await attempt([]);
  assert.deepEqual([outcome, plans, pauses], ['done', 1, []]);
});

it('plans again after a conflict, reported it, after a pause that grows and is bounded', async () => {
  const failures = Array.from({ length: 12 }, changed);
  const { outcome, told, pauses } = await attempt(failures);
  assert.equal(outcome, 'done');
  assert.deepEqual(told, [undefined, ...failures]);
  assert.equal(pauses.length, 12);
  for (const [index, pause] of pauses.entries()) {
    assert.ok(pause >= 0 && pause <= Math.min(5 * 2 ** index, 250), `pause ${index} is ${pause} ms`);
  }
});

it('plans again at once when the epoch has moved', async () => {
  const { outcome, plans, pauses } = await attempt([new EpochMovedError(2), new EpochMovedError(3)]);
  assert.deepEqual([outcome, plans, pauses], ['done', 3, []]);
});

it('answers the conflict in the end', async () => {
  const failures = Array.from({ length: 100 }, changed);
  const { outcome, plans } = await attempt(failures);
  assert.ok(outcome instanceof ConflictError);
  assert.equal(plans, 16);
});

it('does not try again what another owner has claimed', async () => {
  const claimed = new ConflictError('key.claim', 'claimed');
  const { outcome, plans } = await attempt([claimed]);
  assert.equal(outcome, claimed);
  assert.equal(plans, 1);
});

it('does not try again what failed for another reason', async () => {
  const bug = new TypeError('a bug');
  assert.deepEqual((await attempt([bug])).outcome, bug);
});
