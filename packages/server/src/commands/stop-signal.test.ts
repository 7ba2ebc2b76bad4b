import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { stopSignal, waitForSameSignal } from './stop-signal.ts';

it('takes signals of the next two seconds for the same one, and leaves later ones to the system', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const first of ['SIGINT', 'SIGTERM']) {
    const process = new EventEmitter();
    const stopped = stopSignal(process);
    process.emit(first);
    await stopped;
    for (const again of ['SIGINT', 'SIGTERM', 'SIGINT']) assert.ok(process.emit(again), `${again} ends the process`);
    t.mock.timers.tick(1999);
    assert.ok(process.emit('SIGINT'));
    t.mock.timers.tick(1);
    assert.equal(process.emit('SIGINT'), false);
  }
});

it('waits two seconds for a signal that other processes have got already, or until it comes', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [comes, afterMs] of [
    [false, 2000],
    [true, 1000],
  ] as const) {
    const process = new EventEmitter();
    let isOver = false;
    const waited = waitForSameSignal(stopSignal(process)).then(() => {
      isOver = true;
    });
    t.mock.timers.tick(afterMs - 1);
    await nextTurn();
    assert.equal(isOver, false);
    if (comes) process.emit('SIGTERM');
    t.mock.timers.tick(1);
    await waited;
  }
});
