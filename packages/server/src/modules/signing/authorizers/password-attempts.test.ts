import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PasswordAttempts } from './password-attempts.ts';

const tooMany = { code: 'signing.too_many_passwords', kind: 'rate-limited' };

function attempts() {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  const passwords = new PasswordAttempts(clock);
  const wrong = (user: string, address = '192.0.2.1') => passwords.check(user, address, () => false);
  const right = (user: string, address = '192.0.2.1') => passwords.check(user, address, () => true);
  return { clock, passwords, wrong, right };
}

it('has a user wait after five wrong passwords, longer each time, and looks at none meanwhile', () => {
  const { clock, passwords, wrong, right } = attempts();
  for (let count = 0; count < 5; count++) assert.equal(wrong('1/ALICE'), false);
  assert.throws(() => right('1/ALICE'), tooMany);
  assert.throws(() => passwords.check('1/ALICE', '192.0.2.1', () => assert.fail('it was looked at')), tooMany);
  clock.now += 1000;
  assert.equal(wrong('1/ALICE'), false);
  clock.now += 1999;
  assert.throws(() => wrong('1/ALICE'), tooMany);
  clock.now += 1;
  assert.equal(right('1/ALICE'), true);
  assert.equal(wrong('1/ALICE'), false);
});

it('locks nobody out who comes from elsewhere, nor another user', () => {
  const { wrong, right } = attempts();
  for (let count = 0; count < 5; count++) wrong('1/ALICE');
  assert.equal(right('1/ALICE', '192.0.2.2'), true);
  assert.equal(right('2/ALICE'), true);
  assert.equal(right('1/BOB'), true);
});

it('has an address wait that tries many users, and a network that has many addresses', () => {
  const { wrong, right } = attempts();
  for (let count = 0; count < 20; count++) wrong(`1/USER${count}`, `2001:db8::${count}`);
  assert.throws(() => right('1/ALICE', '2001:db8::ffff'), tooMany);
  assert.equal(right('1/ALICE', '2001:db8:0:1::1'), true);
});

it('has nobody wait for more than five minutes', () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 40; count++) {
    wrong('1/ALICE');
    clock.now += 300_000;
  }
  assert.equal(right('1/ALICE'), true);
});
