import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ClientRequests } from './client-requests.ts';

it('admits ten seconds of requests at once, then as many as a second has, of each address', () => {
  let nowMs = 0;
  const requests = new ClientRequests(2, { nowMs: () => nowMs });
  const admitted = (address: string, count: number) =>
    Array.from({ length: count }, () => requests.admit(address)).filter((wait) => wait === undefined).length;
  assert.equal(admitted('192.0.2.1', 30), 20);
  assert.equal(requests.admit('192.0.2.1'), 1);
  assert.equal(admitted('192.0.2.2', 30), 20);
  nowMs += 3000;
  assert.equal(admitted('192.0.2.1', 30), 6);
  nowMs += 3_600_000;
  assert.equal(admitted('192.0.2.1', 30), 20);
});

it('counts the addresses of an IPv6 network together', () => {
  const requests = new ClientRequests(1, { nowMs: () => 0 });
  for (let host = 1; host <= 10; host++) assert.equal(requests.admit(`2001:db8::${host}`), undefined);
  assert.equal(requests.admit('2001:db8::ffff'), 1);
  assert.equal(requests.admit('2001:db8:0:1::1'), undefined);
});

it('has no limit with 0', () => {
  const requests = new ClientRequests(0, { nowMs: () => 0 });
  for (let count = 0; count < 1000; count++) assert.equal(requests.admit('192.0.2.1'), undefined);
});
