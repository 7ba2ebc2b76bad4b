import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/token-installation.ts';
import { systemRandom } from '../../kernel/random.ts';
import { RefusedCodes } from './refused-codes.ts';

function remembering() {
  const clock = new TestClock();
  return { clock, codes: new RefusedCodes(clock, systemRandom()) };
}

it('remembers a refused code for five minutes', () => {
  const { clock, codes } = remembering();
  codes.add('device', 'wrong');
  assert.equal(codes.has('device', 'wrong'), true);
  clock.ms += 299_999;
  assert.equal(codes.has('device', 'wrong'), true);
  clock.ms += 1;
  assert.equal(codes.has('device', 'wrong'), false);
});

it('takes no other code or device for it', () => {
  const { codes } = remembering();
  codes.add('device 1', '234');
  assert.equal(codes.has('device', '1234'), false);
  assert.equal(codes.has('device 12', '34'), false);
  assert.equal(codes.has('device 1', '2345'), false);
});

it('forgets it when it has become the code', () => {
  const { codes } = remembering();
  codes.add('device', 'next');
  codes.forget('device', 'next');
  assert.equal(codes.has('device', 'next'), false);
});
