import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { octets } from '../../../test/pdf-documents.ts';
import { latin1 } from './latin1.ts';
import { Lexer } from './lexer.ts';
import { parseValue } from './parser.ts';
import { serialize } from './serialize.ts';
import { PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from './values.ts';
import { WorkLeft } from './work-left.ts';

const parse = (text: string): PdfValue => parseValue(new Lexer(octets(text), 0, new WorkLeft({ size: text.length })));

function textOf(value: PdfValue): string {
  assert.ok(value instanceof PdfString);
  return latin1(value.bytes);
}

const { values } = fc.letrec<{ value: PdfValue; values: PdfValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.integer(),
    fc.integer({ min: -9_999_999, max: 9_999_999 }).map((number) => number / 1000),
    fc.string({ unit: 'binary-ascii' }).map((name) => new PdfName(name)),
    fc.uint8Array().map((bytes) => new PdfString(bytes)),
    fc.tuple(fc.nat(8_388_607), fc.nat(65_535)).map(([number, generation]) => new PdfReference(number, generation)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .dictionary(
        fc.string({ unit: 'binary-ascii' }),
        tie('value').filter((value) => value !== null),
        { maxKeys: 5, noNullPrototype: true },
      )
      .map((entries) => new PdfDictionary(new Map(Object.entries(entries)))),
  ),
  values: tie('value'),
}));

describe('objects as text', () => {
  it('are read as they were written', () => {
    fc.assert(fc.property(values, (value) => assert.deepEqual(parse(`${serialize(value)} `), value)));
  });

  it('are numbers of every form, without exponents', () => {
    for (const [text, number] of [
      ['12', 12],
      ['-0.5', -0.5],
      ['+17', 17],
      ['4.', 4],
      ['.25', 0.25],
      ['-.002', -0.002],
    ] as const)
      assert.equal(parse(`${text} `), number);
    assert.equal(serialize(0.000001), '0.000001');
    assert.equal(serialize(1e-12), '0');
    assert.throws(() => parse('1e5 '), { code: 'pdf.bad_syntax' });
  });

  it('are strings with escapes, balanced parentheses and line ends', () => {
    assert.equal(textOf(parse('(a\\n\\101\\7(b)\\)c\\\nd\re\\x)')), 'a\nA\u0007(b))cd\nex');
    assert.equal(textOf(parse('(\\1234)')), 'S4');
    assert.equal(textOf(parse('<4 1 4>')), 'A@');
  });

  it('are names with hexadecimal characters', () => {
    assert.deepEqual(parse('/A#20B#zz '), new PdfName('A B#zz'));
    assert.equal(serialize(new PdfName('A B/\u00e4')), '/A#20B#2F#E4');
  });

  it('are told apart without spaces between them, and past comments', () => {
    assert.deepEqual(parse('[/A/B(c)<64>%comment ]\n1 0 R 2 3]'), [
      new PdfName('A'),
      new PdfName('B'),
      new PdfString(octets('c')),
      new PdfString(octets('d')),
      new PdfReference(1, 0),
      2,
      3,
    ]);
  });

  it('are refused where they end too early, or are not objects', () => {
    for (const text of [
      '',
      '[',
      '<<',
      '<</A',
      '<</A 1',
      '(',
      '<41',
      '>',
      ')',
      '{',
      ']',
      '<<1 2>>',
      'obj',
      '<4x>',
      '[1 }]',
    ])
      assert.throws(() => parse(text), { code: 'pdf.bad_syntax' }, text);
  });

  it('are refused where they are nested too deep', () => {
    assert.throws(() => parse('['.repeat(100_000)), { code: 'pdf.too_deep' });
    assert.throws(() => parse('<</A'.repeat(100_000)), { code: 'pdf.too_deep' });
  });

  it('are refused where a few octets would be many objects', () => {
    assert.throws(() => parse(`[${'<<>>'.repeat(200_000)}]`), { code: 'pdf.too_large' });
  });
});

describe('a part of a file', () => {
  it('says when more octets might have meant something else', () => {
    for (const text of ['12', '/Name', '(te', 'tru', '1 0']) {
      const lexer = new Lexer(octets(text), 0, new WorkLeft({ size: text.length }));
      try {
        parseValue(lexer);
      } catch {}
      assert.ok(lexer.ranOut, text);
    }
    const lexer = new Lexer(octets('[1 2] 3'), 0, new WorkLeft({ size: 7 }));
    parseValue(lexer);
    assert.equal(lexer.ranOut, false);
  });
});
