import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import { stopSignal } from './stop-signal.ts';

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
