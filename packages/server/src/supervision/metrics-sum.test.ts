import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addUp, countersOf } from './metrics-sum.ts';

const text = (requests: number, memory: number, stall: number) =>
  [
    '# HELP requests Requests.',
    '# TYPE requests histogram',
    `requests_bucket{operation="a b",le="+Inf"} ${requests}`,
    `requests_count{operation="a b"} ${requests}`,
    '# HELP memory Memory.',
    '# TYPE memory gauge',
    `memory ${memory}`,
    '# HELP stall_longest_seconds Stall.',
    '# TYPE stall_longest_seconds gauge',
    `stall_longest_seconds ${stall}`,
    '',
  ].join('\n');

it('adds up values of the same labels, and takes the longest of times', () => {
  assert.equal(addUp([text(1, 10, 0.5), text(2, 20, 0.25)]), text(3, 30, 0.5));
});

it('keeps values that one process alone has', () => {
  const other = '# HELP other Other.\n# TYPE other counter\nother{x="1"} 1.5\n';
  assert.equal(addUp([text(1, 2, 3), other]), text(1, 2, 3) + other);
});

it('keeps of a process that has ended what only grows', () => {
  assert.equal(countersOf(text(7, 8, 9)), text(7, 8, 9).split('# HELP memory')[0]);
});
