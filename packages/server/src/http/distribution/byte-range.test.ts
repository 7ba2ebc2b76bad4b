import assert from 'node:assert/strict';
import { it } from 'node:test';
import { requestedOctets } from './byte-range.ts';

const THING = { length: 10, entityTag: '"a"' };
const all = { kind: 'all' };
const range = (start: number, end: number) => ({ kind: 'range', start, end });

for (const [text, expected] of [
  ['bytes=0-0', range(0, 1)],
  ['bytes=2-5', range(2, 6)],
  ['bytes=7-', range(7, 10)],
  ['bytes=7-99', range(7, 10)],
  ['bytes=-3', range(7, 10)],
  ['bytes=-99', range(0, 10)],
  ['bytes=10-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=5-2', all],
  ['bytes=-', all],
  ['bytes=0-1,3-4', all],
  ['lines=0-1', all],
  ['bytes=0x1-2', all],
  ['bytes=9999999999999999-', all],
] as const)
  it(`reads '${text}'`, () => {
    assert.deepEqual(requestedOctets({ range: text }, THING), expected);
  });

it('asks for all when the client has begun with another version', () => {
  const asked = (ifRange: string) => requestedOctets({ range: 'bytes=1-', 'if-range': ifRange }, THING);
  assert.deepEqual(asked('"a"'), range(1, 10));
  // Neither a weak tag nor a date is enough for octets (RFC 9110 §13.1.5).
  for (const other of ['"b"', 'W/"a"', 'Thu, 01 May 2031 09:58:59 GMT']) assert.deepEqual(asked(other), all);
});
