import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { LinearPattern } from './linear-pattern.ts';

describe('LinearPattern', () => {
  it('matches the whole text like a regular expression', () => {
    const patterns = [
      ['a*b|cd?', 'aaab', 'b', 'c', 'cd', 'cdd', ''],
      ['^[a-z0-9-]+\\.example\\.com$', 'www.example.com', 'www.example.org', 'a.b.example.com'],
      ['(\\d{2,3}-)+x', '12-x', '123-45-x', '1-x', '1234-x'],
      ['[^,;]{0,3}', '', 'abc', 'ab,', 'abcd'],
      ['(?:ab|a)(b|)', 'ab', 'abb', 'a'],
      ['\\w+@\\w+\\.\\w{2,}', 'alice@example.com', 'alice@example', '@example.com'],
      ['[\\]a\\-z]+', ']', '-', 'm', 'az'],
      ['\\u00e4.', 'ä😀', 'ä', 'a😀'],
      ['', '', 'x'],
    ];
    for (const [source, ...texts] of patterns as [string, ...string[]][]) {
      const expected = new RegExp(`^(?:${source.replace(/^\^|\$$/g, '')})$`, 'u');
      const pattern = new LinearPattern(source);
      for (const text of texts) assert.equal(pattern.matches(text), expected.test(text), `${source} on '${text}'`);
    }
  });

  it('agrees with the JavaScript engine on random patterns', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '(a*)');
    const part = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}'))
      .map((pair) => pair.join(''));
    const source = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(source, fc.stringMatching(/^[abc]{0,8}$/), (pattern, text) => {
        assert.equal(new LinearPattern(pattern).matches(text), new RegExp(`^(?:${pattern})$`).test(text));
      }),
      { numRuns: 300 },
    );
  });

  it('takes time linear in the length of the text', () => {
    const pattern = new LinearPattern('((a+)+)+b');
    assert.equal(pattern.matches('a'.repeat(20_000)), false);
  });

  it('refuses unsupported syntax and patterns that are too large', () => {
    for (const source of [
      '(',
      ')',
      '[a',
      'a{',
      'a{2,1}',
      '*a',
      '\\1',
      '(?=a)',
      'a\\',
      'a^b',
      '((a{99}){99}){99}',
      '((){9999}){9999}',
    ]) {
      assert.throws(() => new LinearPattern(source), { code: 'profile.bad_pattern' }, source);
    }
    assert.throws(() => new LinearPattern('('.repeat(900)), { code: 'profile.bad_pattern' });
  });
});
