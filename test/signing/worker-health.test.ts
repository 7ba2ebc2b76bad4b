import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caType } from '../../packages/server/src/modules/ca/index.ts';
import { cryptoTokenType } from '../../packages/server/src/modules/crypto-tokens/index.ts';
import { workerType } from '../../packages/server/src/modules/signing/index.ts';
import { WorkerHealth } from '../../packages/server/src/modules/signing/status/worker-health.ts';
import { openConfiguration } from '../configuration/open-configuration.ts';

/** The health of one worker, on a clock that stands still. The states of tokens are asked for once in each look. */
async function watchedWorker() {
  const opened = await openConfiguration([caType, cryptoTokenType, workerType]);
  const { configuration } = opened;
  const properties = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Tokens', DEFAULTKEY: 'a' };
  await opened.apply(
    { kind: 'create', type: cryptoTokenType.token, name: 'Tokens', settings: { type: 'SoftCryptoToken' } },
    { kind: 'create', type: workerType.token, name: 'Plain', settings: { properties } },
  );
  const clock = { ms: 5000, nowMs: () => clock.ms };
  const looks = { count: 0 };
  const tokens = {
    async state() {
      looks.count++;
      return 'active' as const;
    },
  };
  const files = { refusal: async () => undefined };
  const health = new WorkerHealth({ configuration, tokens, files, clock });
  return { health, clock, looks, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

describe('the health of the signing service', () => {
  it('is looked at once for all who ask within a second', async () => {
    await using watched = await watchedWorker();
    const { health, clock, looks } = watched;
    const answers = await Promise.all(Array.from({ length: 30 }, () => health.unfit()));
    assert.ok(answers.every((unfit) => unfit.length === 0));
    clock.ms += 999;
    await health.unfit();
    assert.equal(looks.count, 1);
  });

  it('is looked at again after a second, and when the clock was set back', async () => {
    await using watched = await watchedWorker();
    const { health, clock, looks } = watched;
    await health.unfit();
    clock.ms += 1000;
    await health.unfit();
    assert.equal(looks.count, 2);
    clock.ms -= 1;
    await health.unfit();
    assert.equal(looks.count, 3);
  });
});
