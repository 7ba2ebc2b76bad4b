import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canonicalJson } from './canonical-json.ts';

it('orders members by UTF-16 code units, not by code points (RFC 8785 §3.2.3)', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew',
    '1': 'One',
    '\ud83d\ude00': 'Smiley',
    '\u0080': 'Control',
    '\u00f6': 'o',
  };
  const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(order, ['Carriage Return', 'One', 'Control', 'o', 'Euro Sign', 'Smiley', 'Hebrew']);
});

it('writes numbers and strings as ECMAScript does (RFC 8785 §3.2.2)', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it('refuses what JSON cannot carry', () => {
  assert.throws(() => canonicalJson(Number.NaN), RangeError);
  assert.throws(() => canonicalJson('\ud800'), RangeError);
});
