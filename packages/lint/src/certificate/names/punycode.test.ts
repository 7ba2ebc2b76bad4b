import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePunycode } from './punycode.ts';

describe('Punycode', () => {
  // Samples of RFC 3492 §7.1, and labels of known names.
  for (const [encoded, text] of [
    ['bcher-kva', 'bücher'],
    ['fiqs8s', '中国'],
    ['p1ai', 'рф'],
    ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['3B-ww4c5e180e575a65lsy2b', '3年B組金八先生'],
    ['-> $1.00 <--', '-> $1.00 <-'],
    ['e28h', '😀'],
  ] as const)
    it(`says ${text}`, () => assert.equal(decodePunycode(encoded), text));

  for (const encoded of ['a-', 'bücher', 'a b', '99999999', 'kva-9', 'a-99999999999'])
    it(`encodes no more than ASCII, or nothing: ${encoded}`, () =>
      assert.ok(/^[\0-\x7f]*$/.test(decodePunycode(encoded) ?? '')));
});
