import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lifetime } from './lifetime.ts';

describe('a lifetime', () => {
  it('stops what was started in the opposite order, one after the other', async () => {
    const lifetime = new Lifetime();
    const seen: string[] = [];
    lifetime.add(() => seen.push('database'));
    lifetime.add(async () => {
      seen.push('listeners begin');
      await Promise.resolve();
      seen.push('listeners end');
    });
    lifetime.add(() => seen.push('scheduler'));
    await lifetime.stop();
    assert.deepEqual(seen, ['scheduler', 'listeners begin', 'listeners end', 'database']);
  });

  it('stops what was started before something failed to start', async () => {
    const lifetime = new Lifetime();
    const seen: string[] = [];
    const start = async () => {
      lifetime.add(() => seen.push('first'));
      await Promise.reject(new TypeError('does not start'));
      lifetime.add(() => seen.push('never'));
    };
    await assert.rejects(start().catch(async (error: unknown) => lifetime.stop().then(() => Promise.reject(error))));
    assert.deepEqual(seen, ['first']);
  });

  it('stops the rest when one stop fails, and tells of the failure', async () => {
    const lifetime = new Lifetime();
    const seen: string[] = [];
    lifetime.add(() => seen.push('first'));
    lifetime.add(() => Promise.reject(new TypeError('does not stop')));
    await assert.rejects(lifetime.stop(), { message: 'does not stop' });
    assert.deepEqual(seen, ['first']);
  });

  it('stops once however often it is asked to, and starts nothing more', async () => {
    const lifetime = new Lifetime();
    let stops = 0;
    lifetime.add(() => stops++);
    await Promise.all([lifetime.stop(), lifetime.stop()]);
    assert.equal(stops, 1);
    assert.throws(() => lifetime.add(() => undefined), TypeError);
  });
});
