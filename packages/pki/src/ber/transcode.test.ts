import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { readDer, writeDer } from '../der/index.ts';
import { BerError, readImplicitOctetString, transcodeToDer, type BerErrorCode } from './index.ts';

const bytes = (hex: string) => Uint8Array.fromHex(hex.replaceAll(' ', ''));
const transcoded = (hex: string) => transcodeToDer(bytes(hex)).toHex();
const refuses = (hex: string, code: BerErrorCode) =>
  assert.throws(
    () => transcodeToDer(bytes(hex)),
    (error) => error instanceof BerError && error.code === code,
  );

describe('transcodeToDer', () => {
  it('gives an indefinite length its definite form', () => {
    assert.equal(transcoded('30 80 02 01 05 30 80 05 00 00 00 00 00'), '300702010530020500');
  });

  it('shortens a padded length', () => {
    assert.equal(transcoded('30 84 00 00 00 04 04 81 01 aa'), '30030401aa');
  });

  it('joins the segments of a string, nested ones too', () => {
    assert.equal(transcoded('24 80 04 01 01 24 04 04 02 02 03 04 00 00 00'), '0403010203');
    assert.equal(transcoded('3a 09 04 03 4a 6f 6e 04 02 65 73'), '1a054a6f6e6573');
    assert.equal(transcoded('24 00'), '0400');
  });

  it('joins a BIT STRING and keeps the unused bits of its last segment', () => {
    assert.equal(transcoded('23 80 03 03 00 0a 3b 03 05 04 5f 29 1c d0 00 00'), '0307040a3b5f291cd0');
    assert.equal(transcoded('23 00'), '030100');
  });

  it('keeps tags with high numbers and constructed context tags', () => {
    assert.equal(transcoded('bf 8f 01 80 05 00 00 00'), 'bf8f01020500');
    assert.equal(transcoded('a0 80 04 01 aa 00 00'), 'a0030401aa');
  });

  it('lengthens a length when the content is large', () => {
    const segments = Array.from({ length: 300 }, () => '0401aa').join('');
    assert.equal(transcoded(`2480${segments}0000`), `0482012c${'aa'.repeat(300)}`);
  });

  it('refuses what ends early', () => {
    for (const hex of [
      '',
      '30',
      '30 80',
      '30 80 05 00',
      '30 80 05 00 00',
      '04 02 01',
      '04 82 01',
      '1f',
      '1f 81',
      '04 84 7f ff ff ff',
    ])
      refuses(hex, 'ber.truncated');
    refuses('30 03 04 02 aa', 'ber.truncated');
  });

  it('refuses bytes behind the element', () => {
    refuses('05 00 00', 'ber.trailing_bytes');
    refuses('30 80 00 00 00 00', 'ber.trailing_bytes');
  });

  it('refuses lengths that BER does not know', () => {
    for (const hex of ['04 80 00 00', '04 ff', '30 02 00 00', '30 80 00 01 aa 00 00', '00 00', '30 80 00 81 00 00 00'])
      refuses(hex, 'ber.bad_length');
  });

  it('refuses tag numbers in the wrong form', () => {
    for (const hex of ['1f 1e 00', '1f 80 01 00']) refuses(hex, 'ber.bad_tag');
  });

  it('refuses segments that do not belong', () => {
    for (const hex of [
      '24 03 02 01 05',
      '23 03 04 01 00',
      '23 02 03 00',
      '23 08 03 02 04 f0 03 02 00 aa',
      '3a 03 1a 01 41',
    ])
      refuses(hex, 'ber.bad_string');
  });

  it('refuses deep nesting without deep recursion', () => {
    refuses('30 80'.repeat(100_000), 'ber.too_deep');
    refuses('24 80'.repeat(100_000), 'ber.too_deep');
    assert.equal(transcodeToDer(bytes('30 80'.repeat(32) + '00 00'.repeat(32))).length, 64);
    refuses('30 80'.repeat(33) + '00 00'.repeat(33), 'ber.too_deep');
  });

  it('refuses more octets than it was allowed', () => {
    assert.throws(() => transcodeToDer(bytes('04 02 01 02'), { maxOctets: 3 }), { code: 'ber.too_large' });
  });

  it('joins a million segments', () => {
    const content = new Uint8Array(3_000_000);
    for (let i = 0; i < content.length; i += 3) content.set([0x04, 0x01, 0x61], i);
    const input = new Uint8Array(content.length + 4);
    input.set([0x24, 0x80]);
    input.set(content, 2);
    assert.equal(transcodeToDer(input).length, 1_000_005);
  });
});

interface Node {
  readonly tag: number;
  readonly content: Uint8Array | readonly Node[];
}

const nodes = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.record({ tag: fc.constantFrom(0x02, 0x04, 0x0c, 0x80), content: fc.uint8Array({ maxLength: 200 }) }),
    fc.record({ tag: fc.constantFrom(0x30, 0x31, 0xa0), content: fc.array(tie('node'), { maxLength: 4 }) }),
  ),
})).node;

function der(node: Node): Uint8Array {
  return writeDer((writer) => {
    if (node.content instanceof Uint8Array) writer.primitive(node.tag, node.content);
    else
      writer.constructed(node.tag, () => (node.content as readonly Node[]).forEach((child) => writer.raw(der(child))));
  });
}

/** The same with indefinite lengths, and OCTET STRINGs in segments of 7 octets. */
function ber(node: Node): number[] {
  const { tag, content } = node;
  if (!(content instanceof Uint8Array)) return [tag, 0x80, ...content.flatMap(ber), 0, 0];
  if (tag !== 0x04) return [tag, 0x82, content.length >> 8, content.length & 0xff, ...content];
  const segments: number[] = [];
  for (let i = 0; i < content.length; i += 7)
    segments.push(4, Math.min(7, content.length - i), ...content.slice(i, i + 7));
  return [0x24, 0x80, ...segments, 0, 0];
}

describe('transcodeToDer, properties', () => {
  it('gives DER back octet for octet', () => {
    fc.assert(fc.property(nodes, (node) => assert.deepEqual(transcodeToDer(der(node)), der(node))));
  });

  it('gives the DER of the same value in BER', () => {
    fc.assert(fc.property(nodes, (node) => assert.deepEqual(transcodeToDer(Uint8Array.from(ber(node))), der(node))));
  });

  it('throws nothing but BerError on arbitrary octets', () => {
    const hostile = fc.array(
      fc.constantFrom(0, 1, 2, 3, 4, 0x1f, 0x23, 0x24, 0x30, 0x80, 0x81, 0x84, 0xa0, 0xbf, 0xff),
    );
    fc.assert(
      fc.property(hostile, (octets) => {
        try {
          transcodeToDer(Uint8Array.from(octets));
        } catch (error) {
          assert.ok(error instanceof BerError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('readImplicitOctetString', () => {
  const read = (hex: string) =>
    readDer(transcodeToDer(bytes(hex)), (reader) => readImplicitOctetString(reader, 0)?.toHex());

  it('reads one piece and segments alike', () => {
    assert.equal(read('80 02 01 02'), '0102');
    assert.equal(read('a0 80 04 01 01 24 80 04 01 02 00 00 04 01 03 00 00'), '010203');
  });

  it('refuses segments of another type', () => {
    assert.throws(() => read('a0 03 02 01 05'), { code: 'der.unexpected_tag' });
  });
});
