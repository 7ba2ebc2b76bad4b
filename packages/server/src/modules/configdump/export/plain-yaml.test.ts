import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { Document, parse } from 'yaml';
import type { DumpObject } from '../codec/index.ts';
import { LAYOUT, PlainYamlWriter, READING } from './plain-yaml.ts';

/** Texts that are read otherwise without quotation marks, and those that only look like it. */
const PECULIAR: readonly string[] = [
  ['', '~', 'null', 'true', 'Yes', 'no', 'on', 'n', '0', '0123', '-5', '+1', '1.', '.5', '1e3', '0x1f', '0o7', '0b1'],
  ['1_000', '12:30:45', '190:20:30', '2020-01-01', '2020-01-01T00:00:00Z', '.inf', '-.INF', '.nan', '<<', '='],
  ['-', '- a', '?', '? a', ':', ':a', 'a:', 'a: b', 'a:b', 'a #b', 'a#b', '#', '%a', '---', '--- a', '...', ' a', 'a '],
  ['[a', '{a', '*a', '&a', '!a', '|', '>', '@a', '`a', 'a`', "it's", 'a "b"', `a 'b' "c"`, "a\\b'c", 'a\\b', 'a, b'],
  [
    'Key Usage',
    '/ca/Some CA/',
    'CN=a,O=b',
    '${NAME}',
    'a\nb',
    'a\n',
    ' a\nb',
    'a\tb',
    'é',
    '\u0085',
    '\u2028',
    '\ufeff',
  ],
  ['😀', 'a'.repeat(300), 'a'.repeat(1_500)],
].flat();

describe('the YAML of an item', () => {
  const writer = new PlainYamlWriter();
  const words = fc.oneof(fc.constantFrom(...PECULIAR), fc.string(), fc.string({ unit: 'binary' }));
  const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0));
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      words,
      numbers,
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(words, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const items = fc.dictionary(words, values, { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<DumpObject>;

  it('has the octets that the library would write', () => {
    fc.assert(
      fc.property(items, (item) => {
        assert.equal(writer.write(item), new Document(item, READING).toString(LAYOUT));
      }),
      { numRuns: 500 },
    );
  });

  it('quotes every text that a parser of version 1.1 or 1.2 may take for something else', () => {
    const item = Object.fromEntries(PECULIAR.map((word, index) => [`key ${index}`, word]));
    const text = writer.write(item);
    for (const version of ['1.1', '1.2'] as const) assert.deepEqual(parse(text, { version }), item);
    for (const word of ['no', '0123', '12:30:45', '1_000', '2020-01-01', '~', '<<'])
      assert.equal(writer.write({ Name: word }), `Name: '${word}'\n`);
  });

  it('is of all forms of lists and maps', () => {
    const item = { Name: "it's", Empty: [], None: {}, List: ['a', ['b', { c: 1 }], { d: null, e: [true] }] };
    assert.equal(
      writer.write(item),
      `Name: it's\nEmpty: []\nNone: {}\nList:\n- a\n- - b\n  - c: 1\n- d: null\n  e:\n  - true\n`,
    );
  });
});
