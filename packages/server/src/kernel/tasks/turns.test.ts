import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from './turns.ts';

describe('turns', () => {
  /** Tasks that end when they are told to, and the order in which they began. */
  function newTasks(turns: Turns) {
    const begun: number[] = [];
    const ends = new Map<number, PromiseWithResolvers<number>>();
    const run = (task: number) =>
      turns.run(() => {
        begun.push(task);
        const end = Promise.withResolvers<number>();
        ends.set(task, end);
        return end.promise;
      });
    return { begun, end: (task: number) => ends.get(task)!, run };
  }

  it('run as many at once as there are, and the others in their order', async () => {
    const { begun, end, run } = newTasks(new Turns(2));
    const results = [1, 2, 3, 4].map(run);
    assert.deepEqual(begun, [1, 2]);
    end(2).resolve(20);
    assert.equal(await results[1], 20);
    assert.deepEqual(begun, [1, 2, 3]);
    end(1).resolve(10);
    assert.equal(await results[0], 10);
    assert.deepEqual(begun, [1, 2, 3, 4]);
    end(3).resolve(30);
    end(4).resolve(40);
    assert.deepEqual(await Promise.all(results), [10, 20, 30, 40]);
  });

  it('are handed on by a task that fails, and free again at the end', async () => {
    const { begun, end, run } = newTasks(new Turns(1));
    const [failing, next] = [run(1), run(2)];
    end(1).reject(new RangeError('of the test'));
    await assert.rejects(failing, /of the test/);
    end(2).resolve(2);
    assert.equal(await next, 2);
    const last = run(3);
    assert.deepEqual(begun, [1, 2, 3]);
    end(3).resolve(3);
    assert.equal(await last, 3);
  });
});
