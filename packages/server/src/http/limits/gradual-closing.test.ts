import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GradualClosing } from './gradual-closing.ts';

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const closing = new GradualClosing();
  const closed: number[] = [];
  const add = (count: number) => {
    for (let each = 0; each < count; each++) closing.add(() => void closed.push(each));
  };
  return { add, closed };
}

describe('GradualClosing', () => {
  it('closes five connections ten times a second, the first ones in the next turn of the event loop', async (t) => {
    const { add, closed } = start(t);
    add(12);
    assert.equal(closed.length, 0);
    await nextTurn();
    const counts = [closed.length];
    for (const pass of [99, 1, 100]) {
      t.mock.timers.tick(pass);
      counts.push(closed.length);
    }
    assert.deepEqual(counts, [5, 5, 10, 12]);
    assert.deepEqual(closed, [...closed.keys()]);
    add(1);
    await nextTurn();
    assert.equal(closed.length, 13);
  });

  it('closes more of many', async (t) => {
    const { add, closed } = start(t);
    add(5000);
    await nextTurn();
    assert.equal(closed.length, 100);
  });

  it('goes on with connections that come while it closes others', async (t) => {
    const { add, closed } = start(t);
    add(6);
    await nextTurn();
    add(1);
    t.mock.timers.tick(100);
    assert.equal(closed.length, 7);
  });
});
