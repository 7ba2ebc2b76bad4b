import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../test/token-installation.ts';
import { WrongActivationCodeError } from '../modules/crypto-tokens/index.ts';
import { ActivationAttempts } from './activation-attempts.ts';

const right = () => Promise.resolve('open');
const wrong = () => Promise.reject(new WrongActivationCodeError(1));
const tooMany = { code: 'crypto_token.too_many_attempts', kind: 'rate-limited' };

async function afterWrong(count: number) {
  const clock = new TestClock();
  const attempts = new ActivationAttempts(clock);
  for (let n = 0; n < count; n++) {
    clock.ms += 1_000_000;
    await assert.rejects(attempts.run('lock 1', 1, wrong), WrongActivationCodeError);
  }
  return { clock, attempts };
}

it('lets a code be tried at once after two wrong ones', async () => {
  const { attempts } = await afterWrong(2);
  assert.equal(await attempts.run('lock 1', 1, right), 'open');
});

for (const [count, seconds] of [
  [3, 1],
  [4, 2],
  [5, 4],
  [11, 256],
  [12, 300],
  [40, 300],
] as const) {
  it(`makes the next attempt wait ${seconds} s after ${count} wrong ones`, async () => {
    const { clock, attempts } = await afterWrong(count);
    await assert.rejects(attempts.run('lock 1', 1, right), { ...tooMany, retryAfterSeconds: seconds });
    clock.ms += seconds * 1000 - 1;
    await assert.rejects(attempts.run('lock 1', 1, right), { ...tooMany, retryAfterSeconds: 1 });
    clock.ms += 1;
    assert.equal(await attempts.run('lock 1', 1, right), 'open');
  });
}

it('forgets the wrong ones after a right one', async () => {
  const { clock, attempts } = await afterWrong(5);
  clock.ms += 4000;
  await attempts.run('lock 1', 1, right);
  await assert.rejects(attempts.run('lock 1', 1, wrong), WrongActivationCodeError);
  assert.equal(await attempts.run('lock 1', 1, right), 'open');
});

it('does not let other locks wait', async () => {
  const { attempts } = await afterWrong(5);
  assert.equal(await attempts.run('lock 2', 2, right), 'open');
});

it('counts attempts at one lock by several tokens together', async () => {
  const attempts = new ActivationAttempts(new TestClock());
  for (const tokenId of [1, 2, 3]) {
    await assert.rejects(attempts.run('lock', tokenId, wrong), WrongActivationCodeError);
  }
  await assert.rejects(attempts.run('lock', 4, right), tooMany);
});

it('counts many attempts at the same time as many', async () => {
  const attempts = new ActivationAttempts(new TestClock());
  let tried = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      attempts.run('lock 1', 1, () => {
        tried++;
        return wrong();
      }),
    ),
  );
  assert.equal(tried, 3);
  assert.ok(results.every(({ status }) => status === 'rejected'));
});

it('does not count failures that say nothing of the code', async () => {
  const attempts = new ActivationAttempts(new TestClock());
  for (let n = 0; n < 10; n++) {
    await assert.rejects(
      attempts.run('lock 1', 1, () => Promise.reject(new RangeError('no device'))),
      RangeError,
    );
  }
  assert.equal(await attempts.run('lock 1', 1, right), 'open');
});
