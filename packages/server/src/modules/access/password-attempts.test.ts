import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PasswordAttempts } from './password-attempts.ts';

const tooMany = { code: 'access.too_many_passwords', kind: 'rate-limited' };

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

it('has users with wrong passwords wait at an address of many, and at a network that has many addresses', () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 20; count++) wrong(`1/USER${count}`, `2001:db8::${count}`);
  assert.throws(() => right('1/USER7', '2001:db8::ffff'), tooMany);
  assert.equal(right('1/USER7', '2001:db8:0:1::1'), true);
  assert.equal(right('1/ALICE', '2001:db8::ffff'), true);
  clock.now += 1000;
  assert.equal(right('1/USER7', '2001:db8::ffff'), true);
});

it('forgets the wrong ones of an address with time', () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 19; count++) wrong(`1/USER${count}`);
  clock.now += 300_000;
  for (let count = 0; count < 10; count++) wrong(`1/OTHER${count}`);
  assert.equal(right('1/USER7'), true);
});

it('lets users in who share an address with somebody who goes on guessing', () => {
  const { clock, wrong, right } = attempts();
  for (let day = 0; day < 40; day++) {
    clock.now += 86_400_000;
    assert.equal(wrong('1/MALLORY'), false);
    assert.equal(right('1/ALICE'), true);
  }
  for (let count = 0; count < 40; count++) {
    clock.now += 300_000;
    wrong(`1/MALLORY${count % 2}`);
    assert.equal(right('1/ALICE'), true);
  }
});

it('has everybody wait for a second at an address that tries very many users', () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 200; count++) wrong(`1/USER${count}`);
  assert.throws(() => right('1/ALICE'), { ...tooMany, message: /in 1 s/ });
  clock.now += 1000;
  assert.equal(right('1/ALICE'), true);
  clock.now += 600_000;
  wrong('1/USER200');
  assert.equal(right('1/ALICE'), true);
});

it('has nobody wait for more than five minutes', () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 40; count++) {
    wrong('1/ALICE');
    clock.now += 300_000;
  }
  assert.equal(right('1/ALICE'), true);
});
