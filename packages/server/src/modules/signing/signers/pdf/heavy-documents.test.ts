import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeavyDocuments } from './heavy-documents.ts';

const LIGHT = 1_000_000;
const HEAVY = 100_000_000;
const busy = { code: 'signing.pdf_busy' };

describe('documents that take much work', () => {
  it('are read one after the other, and others beside them', async () => {
    const heavy = new HeavyDocuments();
    const [first, second, light] = [heavy.begin(), heavy.begin(), heavy.begin()];
    await first.take(HEAVY);
    let reads = false;
    const waiting = second.take(HEAVY).then(() => {
      reads = true;
    });
    for (let turn = 0; turn < 10; turn++) await light.take(LIGHT);
    await first.take(HEAVY);
    assert.equal(reads, false);
    first.pause();
    await waiting;
    second.pause();
    await first.take(HEAVY);
  });

  it('leave their place when they are paused, also when they never had one', async () => {
    const heavy = new HeavyDocuments({ maxWaiting: 0 });
    const [first, second] = [heavy.begin(), heavy.begin()];
    second.pause();
    await first.take(HEAVY);
    second.pause();
    await assert.rejects(second.take(HEAVY), busy);
    first.pause();
    first.pause();
    await second.take(HEAVY);
    await assert.rejects(first.take(HEAVY), busy);
  });

  it('wait as long and as many as there is room for', async () => {
    const heavy = new HeavyDocuments({ maxWaiting: 1, maxWaitingMs: 20 });
    await heavy.begin().take(HEAVY);
    const waiting = assert.rejects(heavy.begin().take(HEAVY), busy);
    await assert.rejects(heavy.begin().take(HEAVY), busy);
    await waiting;
    await assert.rejects(heavy.begin().take(HEAVY), busy);
  });
});
