import assert from 'node:assert/strict';
import { it } from 'node:test';
import { prefersStrictHandling } from './prefer.ts';

it('finds a strict handling among the preferences (RFC 7240 §4.4)', () => {
  for (const header of [
    'handling=strict',
    'Handling="Strict"',
    'wait=10, handling = strict;x=y',
    ['wait=1', 'handling=strict'],
  ])
    assert.ok(prefersStrictHandling(header), String(header));
});

it('takes everything else for lenient', () => {
  for (const header of [
    undefined,
    '',
    'handling',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'strict',
    '=,;',
  ])
    assert.ok(!prefersStrictHandling(header), String(header));
});
