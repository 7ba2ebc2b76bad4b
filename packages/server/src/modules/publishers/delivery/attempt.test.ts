import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishedCrl } from '../../../../test/published-objects.ts';
import { type Publisher, PublishingError } from '../port/index.ts';
import { attempt, tryPublisher } from './attempt.ts';

const driver = (test: Publisher['test']): Publisher => ({
  publish: (_object, signal) => test(signal),
  remove: (_object, signal) => test(signal),
  test,
});
const forever = () => Promise.withResolvers<void>().promise;

describe('the test of a publisher', () => {
  it('fails in time where a host hangs, whatever the driver does with its signal', async () => {
    for (const hanging of [
      forever,
      (signal: AbortSignal) =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]) {
      const error = await tryPublisher(driver(hanging), 20);
      assert.ok(error instanceof PublishingError);
      assert.match(error.message, /took longer than 0.02 seconds/);
    }
  });

  it('fails without the message of an error that nobody foresaw', async () => {
    const error = await tryPublisher(
      driver(() => Promise.reject(new TypeError('canary'))),
      1000,
    );
    assert.match(error!.message, /^The test failed unexpectedly/);
    assert.doesNotMatch(error!.message, /canary/);
  });

  it('passes', async () => {
    assert.equal(
      await tryPublisher(
        driver(async () => undefined),
        1000,
      ),
      undefined,
    );
  });
});

describe('an attempt', () => {
  it('is the failure of the publisher after its time, and nothing when the server stops', async () => {
    const made = await attempt(driver(forever), 'publish', publishedCrl({}), {
      signal: new AbortController().signal,
      timeoutMs: 20,
      inOrder: (call) => call(),
    });
    assert.equal(made?.outcome, 'away');
    const stopped = AbortSignal.abort();
    assert.equal(
      await attempt(driver(forever), 'publish', publishedCrl({}), {
        signal: stopped,
        timeoutMs: 1000,
        inOrder: (call) => call(),
      }),
      undefined,
    );
  });
});
