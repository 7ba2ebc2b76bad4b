import assert from 'node:assert/strict';
import { it } from 'node:test';
import { systemRandom } from '../../kernel/random.ts';
import { RandomTicketKeys } from './ticket-keys.ts';

const DAY_MS = 86_400_000;

it('has 48 octets that no other start has', () => {
  const clock = { steadyMs: () => 0 };
  const [one, other] = [new RandomTicketKeys(systemRandom(), clock), new RandomTicketKeys(systemRandom(), clock)];
  assert.equal(one.current.length, 48);
  assert.notDeepEqual(one.current, other.current);
});

it('stays the same for a day, and is another one then', () => {
  let nowMs = 5;
  const keys = new RandomTicketKeys(systemRandom(), { steadyMs: () => nowMs });
  const first = keys.current;
  nowMs += DAY_MS - 1;
  assert.equal(keys.current, first);
  nowMs++;
  const second = keys.current;
  assert.notDeepEqual(second, first);
  nowMs += DAY_MS - 1;
  assert.equal(keys.current, second);
});
