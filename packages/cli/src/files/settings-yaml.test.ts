import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FileError } from '../errors.ts';
import { parseSettingsYaml } from './settings-yaml.ts';

function messageOf(text: string): string {
  try {
    parseSettingsYaml(text, 'role.yaml');
  } catch (error) {
    assert.ok(error instanceof FileError, String(error));
    assert.equal(error.code, 'cli.file_unusable');
    return error.message;
  }
  return assert.fail('it was accepted');
}

describe('settings in YAML', () => {
  it('are texts, numbers, booleans, lists and maps as they are written', () => {
    const text = 'a: no\nb: "0123"\nc: 12\nd: -1.5\ne: true\nf: ~\ng: [x, {y: z}]\nh: 2001-01-01\n5: on\ni: !!str 7';
    const read = { a: 'no', b: '0123', c: 12, d: -1.5, e: true, f: null, g: ['x', { y: 'z' }], h: '2001-01-01' };
    assert.deepEqual(parseSettingsYaml(text, 'role.yaml'), { ...read, 5: 'on', i: '7' });
  });

  it('may be JSON', () => {
    assert.deepEqual(parseSettingsYaml('{"a": [1, "2", null, true]}', 'role.yaml'), { a: [1, '2', null, true] });
  });

  it('may use aliases', () => {
    assert.deepEqual(parseSettingsYaml('a: &one [x]\nb: *one', 'role.yaml'), { a: ['x'], b: ['x'] });
  });

  for (const value of ['1e5', '0123', '12345678901234567891', '1.10', '0x1F', '0o17', '+5', '.inf', '.nan']) {
    it(`are refused with a number that is written as ${value}, which may be a text`, () => {
      const message = messageOf(`members:\n  - matchValue: ${value}`);
      assert.match(
        message,
        /^role\.yaml cannot be used: 'matchValue' in line 2 is read as a number, and not .*: quote it/,
      );
      assert.ok(!message.includes(value), 'a secret may look like a number');
    });
  }

  it('are refused with such a number in a list, or as a name', () => {
    assert.match(messageOf('serials:\n- 00\n'), /'serials' in line 2 is read as a number/);
    assert.match(messageOf('0x10: a'), /'0x10' in line 1 is read as a number/);
  });

  for (const value of ['no', 'on', '2001-01-01', '12:30:45']) {
    it(`are refused with ${value} where YAML 1.1 makes something else of it`, () => {
      assert.match(messageOf(`%YAML 1.1\n---\na: ${value}`), /'a' in line 3 is read as .*: quote it/);
    });
  }

  for (const [what, text] of [
    ['a list', 'a: &self [*self]'],
    ['a map', 'a: &self {b: {c: *self}}'],
    ['the whole document', '&self\na: *self'],
  ]) {
    it(`are refused when ${what} refers to itself`, () => {
      assert.match(messageOf(text!), /^role\.yaml cannot be used: '\w' in line \d refers to itself$/);
    });
  }

  it('are refused when aliases make very much of them', () => {
    const levels = 'bcdefghij'.split('');
    const list = (alias: string) => Array.from({ length: 9 }, () => alias).join(', ');
    const bomb = levels.map((name, at) => `${name}: &${name} [${list(`*${'abcdefghi'[at]!}`)}]`);
    assert.match(messageOf([`a: &a [${list('x')}]`, ...bomb].join('\n')), /its aliases expand beyond the size limit/);
  });

  it('are refused when they are nested very deeply', () => {
    assert.match(messageOf('['.repeat(100_000)), /nested too deeply|not YAML/);
  });

  it('are refused with tags of what JSON does not have, and of programs', () => {
    assert.match(messageOf('a: !!binary aGk='), /'a' in line 1 has the tag tag:yaml.org,2002:binary/);
    assert.match(messageOf('a: !!set {x}'), /has the tag tag:yaml.org,2002:set/);
    assert.match(messageOf('a: !include x.yaml'), /^role\.yaml is not YAML: Unresolved tag: !include/);
  });

  it('are refused with a name that is a list, a name twice, and several documents', () => {
    for (const text of ['? [a]\n: b', '&name a: 1\n*name : 2'])
      assert.match(messageOf(text), /is a name that is not text$/);
    assert.match(messageOf('a: 1\na: 2'), /^role\.yaml is not YAML: Map keys must be unique/);
    assert.match(messageOf('a: 1\n---\na: 2'), /^role\.yaml is not YAML: Source contains multiple documents/);
  });
});
