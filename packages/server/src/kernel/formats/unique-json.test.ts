import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DuplicateMemberError, parseUniqueJson } from './unique-json.ts';

describe('JSON', () => {
  for (const [what, text, member] of [
    ['at the top', '{"a":1,"a":2}', 'a'],
    ['with equal values', '{"a":1,"a":1}', 'a'],
    ['deeper', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}', 'a'],
    ['around another object', '{"a":{"b":1},"b":2,"a":3}', 'a'],
    ['with an escaped letter', '{"user":1,"us\\u0065r":2}', 'user'],
    ['with escapes of different kinds', '{"a/b":1,"a\\/b":2}', 'a/b'],
    ['whose name ends with a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
    ['whose name holds a quotation mark', '{"a\\"":1,"a\\u0022":2}', 'a"'],
    ['that is empty', '{"":1,"":2}', ''],
    ['of the prototype', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['of the prototype, escaped', '{"__proto__":1,"__pr\\u006fto__":2}', '__proto__'],
    ['that is a number', '{"1":1,"1":2}', '1'],
    ['with blanks around the colon', '{ "a"\t:\n1 , "a" \r:2 }', 'a'],
    ['of characters beyond ASCII', '{"\u00e4":1,"\\u00e4":2}', '\u00e4'],
    ['with halves of a pair', '{"\\ud800":1,"\\uD800":2}', '\ufffd'],
  ] as const) {
    it(`is refused for a member that stands twice, ${what}`, () => {
      assert.throws(() => parseUniqueJson(text), {
        code: 'json.duplicate_member',
        message: `The JSON has the member '${member}' twice in one object. Give each member once.`,
      });
    });
  }

  for (const text of [
    '{"a":"a","b":"a","c":["a","a"]}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"\\"a\\":1,","b":"\\\\"}',
    '{"a":1,"A":2,"\u00e4":3,"a\u0308":4}',
    '"a"',
    '[]',
    '{}',
    'null',
  ]) {
    it(`is read with names that only look alike: ${text}`, () => {
      assert.deepEqual(parseUniqueJson(text), JSON.parse(text));
    });
  }

  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(parseUniqueJson(text), JSON.parse(text));
      }),
    );
  });

  it('is refused for a member that is put into any object a second time', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.jsonValue(), (object, value) => {
        const [name] = Object.keys(object) as [string];
        const text = `[${JSON.stringify(object).slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}]`;
        assert.throws(() => parseUniqueJson(text), DuplicateMemberError);
      }),
    );
  });

  it('that is not one is refused', () => {
    for (const text of ['', '{', '{"a":1,"a"}', '{"a":1,}', "{'a':1}"])
      assert.throws(() => parseUniqueJson(text), SyntaxError);
  });
});
