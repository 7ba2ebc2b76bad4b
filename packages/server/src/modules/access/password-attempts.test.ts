import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MemoryWrongPasswords } from '../../../test/memory-wrong-passwords.ts';
import { PasswordAttempts, type PasswordLimits } from './password-attempts.ts';

const tooMany = { code: 'access.too_many_passwords', kind: 'rate-limited' };

const LIMITS = { wrongPasswordsPerUser: 5, wrongPasswordsPerAddress: 20, longestPasswordWaitSeconds: 300 };

function attempts(limits: PasswordLimits = LIMITS) {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  const store = new MemoryWrongPasswords(clock);
  const passwords = new PasswordAttempts(store, async () => limits);
  const wrong = (user: string, address = '192.0.2.1') => passwords.check(user, address, () => false);
  const right = (user: string, address = '192.0.2.1') => passwords.check(user, address, () => true);
  return { clock, store, passwords, wrong, right };
}

it('has a user wait after five wrong passwords, longer each time, and looks at none meanwhile', async () => {
  const { clock, passwords, wrong, right } = attempts();
  for (let count = 0; count < 5; count++) assert.equal(await wrong('1/ALICE'), false);
  await assert.rejects(right('1/ALICE'), tooMany);
  await assert.rejects(
    passwords.check('1/ALICE', '192.0.2.1', () => assert.fail('it was looked at')),
    tooMany,
  );
  clock.now += 1000;
  assert.equal(await wrong('1/ALICE'), false);
  clock.now += 1999;
  await assert.rejects(wrong('1/ALICE'), tooMany);
  clock.now += 1;
  assert.equal(await right('1/ALICE'), true);
  assert.equal(await wrong('1/ALICE'), false);
});

it('locks nobody out who comes from elsewhere, nor another user', async () => {
  const { wrong, right } = attempts();
  for (let count = 0; count < 5; count++) await wrong('1/ALICE');
  assert.equal(await right('1/ALICE', '192.0.2.2'), true);
  assert.equal(await right('2/ALICE'), true);
  assert.equal(await right('1/BOB'), true);
});

it('has users with wrong passwords wait at an address of many, and at a network that has many addresses', async () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 20; count++) await wrong(`1/USER${count}`, `2001:db8::${count}`);
  await assert.rejects(right('1/USER7', '2001:db8::ffff'), tooMany);
  assert.equal(await right('1/USER7', '2001:db8:0:1::1'), true);
  assert.equal(await right('1/ALICE', '2001:db8::ffff'), true);
  clock.now += 1000;
  assert.equal(await right('1/USER7', '2001:db8::ffff'), true);
});

it('forgets the wrong ones of an address with time', async () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 19; count++) await wrong(`1/USER${count}`);
  clock.now += 300_000;
  for (let count = 0; count < 10; count++) await wrong(`1/OTHER${count}`);
  assert.equal(await right('1/USER7'), true);
});

it('lets users in who share an address with somebody who goes on guessing', async () => {
  const { clock, wrong, right } = attempts();
  for (let day = 0; day < 40; day++) {
    clock.now += 86_400_000;
    assert.equal(await wrong('1/MALLORY'), false);
    assert.equal(await right('1/ALICE'), true);
  }
  for (let count = 0; count < 40; count++) {
    clock.now += 300_000;
    await wrong(`1/MALLORY${count % 2}`);
    assert.equal(await right('1/ALICE'), true);
  }
});

it('has everybody wait for a second at an address that tries very many users', async () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 200; count++) await wrong(`1/USER${count}`);
  await assert.rejects(right('1/ALICE'), { ...tooMany, message: /in 1 s/ });
  clock.now += 1000;
  assert.equal(await right('1/ALICE'), true);
  clock.now += 600_000;
  await wrong('1/USER200');
  assert.equal(await right('1/ALICE'), true);
});

it('has nobody wait for more than five minutes', async () => {
  const { clock, wrong, right } = attempts();
  for (let count = 0; count < 40; count++) {
    await wrong('1/ALICE');
    clock.now += 300_000;
  }
  assert.equal(await right('1/ALICE'), true);
});

it('counts as it is told to', async () => {
  const limits = { wrongPasswordsPerUser: 2, wrongPasswordsPerAddress: 4, longestPasswordWaitSeconds: 3 };
  const { clock, wrong, right } = attempts(limits);
  for (let count = 0; count < 2; count++) assert.equal(await wrong('1/ALICE'), false);
  await assert.rejects(right('1/ALICE'), { ...tooMany, message: /in 1 s/ });
  clock.now += 1000;
  for (const user of ['1/BOB', '1/ERIN', '1/CAROL']) assert.equal(await wrong(user), false);
  await assert.rejects(right('1/CAROL'), tooMany);
  assert.equal(await right('1/DAVE'), true);
  for (let count = 0; count < 10; count++) {
    clock.now += 3000;
    await wrong('1/ALICE');
  }
  await assert.rejects(right('1/ALICE'), { ...tooMany, message: /in 3 s/ });
});

it('writes nothing for passwords that are right', async () => {
  const { store, wrong, right } = attempts();
  for (let count = 0; count < 10; count++) assert.equal(await right('1/ALICE'), true);
  assert.equal(store.written, 0);
  await wrong('1/ALICE');
  await right('1/ALICE');
  const { written } = store;
  await right('1/ALICE');
  assert.equal(store.written, written);
});

it('looks at no more at once than are free', async () => {
  const { passwords } = attempts();
  let looks = 0;
  const guesses = Array.from({ length: 50 }, () =>
    passwords.check('1/ALICE', '192.0.2.1', () => {
      looks += 1;
      return false;
    }),
  );
  await Promise.allSettled(guesses);
  assert.ok(looks >= 5 && looks < 10, `${looks} looks`);
});
