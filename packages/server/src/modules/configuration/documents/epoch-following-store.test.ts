import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EpochMovedError, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { EpochFollowingStore } from './epoch-following-store.ts';

const SIGNATURE = { writes: [{ op: 'audit-record.insert' }] } as unknown as UnitOfWork;
const CHANGE = { writes: [{ op: 'epoch.move' }] } as unknown as UnitOfWork;

/** Two processes that share calm, with a clock that only waiting advances. */
function setUp() {
  const state = { nowMs: 0, calmUntilMs: 0, asked: [] as number[], refreshed: 0, moved: false };
  const calm = {
    ask: async (milliseconds: number) => {
      state.asked.push(milliseconds);
      state.calmUntilMs = Math.max(state.calmUntilMs, state.nowMs + milliseconds);
    },
    remainingMs: async () => Math.max(state.calmUntilMs - state.nowMs, 0),
  };
  const process = () =>
    new EpochFollowingStore({
      store: {
        commit: async () => {
          if (state.moved) throw new EpochMovedError(2);
        },
      },
      configuration: { refresh: async () => state.refreshed++ > 0 },
      calm,
      onFailed: assert.ifError,
      pause: async (milliseconds) => (state.nowMs += milliseconds),
    });
  return { state, calm, one: process(), other: process() };
}

describe('configuration changes', () => {
  it('are read at once by the process that makes them, without waiting for others', async () => {
    const { state, one } = setUp();
    await one.commit(CHANGE);
    assert.deepEqual([state.refreshed, state.nowMs, state.asked], [1, 0, []]);
  });

  it('wait in every process until plans refused because of them can be made again', async () => {
    const { state, one, other } = setUp();
    state.moved = true;
    await assert.rejects(one.commit(SIGNATURE, 100), EpochMovedError);
    assert.deepEqual([state.refreshed, state.asked], [1, [250]]);
    await assert.rejects(one.commit(SIGNATURE, 100), EpochMovedError);
    assert.deepEqual(state.asked, [250], 'who was refused at the same time asks once');
    state.moved = false;
    await one.commit(SIGNATURE);
    assert.equal(state.nowMs, 0);
    await other.commit(CHANGE);
    assert.equal(state.nowMs, 250);
    await one.commit(CHANGE);
    assert.equal(state.nowMs, 250);
  });

  it('do not request calm when they are refused, since they would wait for each other', async () => {
    const { state, one } = setUp();
    state.moved = true;
    await assert.rejects(one.commit(CHANGE, 100), EpochMovedError);
    assert.deepEqual(state.asked, []);
  });

  it('wait for at most two seconds, whatever calm is requested', async () => {
    const { state, calm, other } = setUp();
    await calm.ask(100_000);
    await other.commit(CHANGE);
    assert.equal(state.nowMs, 2000);
  });
});
