import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GradualClosing } from './gradual-closing.ts';

describe('GradualClosing', () => {
  it('closes ten connections in each turn of the event loop', async () => {
    const closing = new GradualClosing();
    const closed: number[] = [];
    for (let each = 0; each < 25; each++) closing.add(() => void closed.push(each));
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      counts.push(closed.length);
      await nextTurn();
    }
    assert.deepEqual([counts[0], counts.at(-1)], [0, 25]);
    assert.ok(
      counts.every((count, turn) => turn === 0 || count - counts[turn - 1]! <= 10),
      counts.join(', '),
    );
    assert.deepEqual(
      closed,
      Array.from({ length: 25 }, (_, each) => each),
    );
  });

  it('goes on with connections that come while it closes others', async () => {
    const closing = new GradualClosing();
    const closed: string[] = [];
    closing.add(() => {
      closed.push('first');
      closing.add(() => void closed.push('second'));
    });
    await nextTurn();
    await nextTurn();
    await nextTurn();
    assert.deepEqual(closed, ['first', 'second']);
  });
});
