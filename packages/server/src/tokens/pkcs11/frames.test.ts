import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeFrame, FrameReader } from './frames.ts';

function read(...pieces: readonly Uint8Array[]): object[] {
  const reader = new FrameReader();
  return pieces.flatMap((piece) => [...reader.push(piece)]);
}

const MESSAGE = {
  id: 7,
  takes: { text: 'ünï', flag: false, nothing: null, many: [new Uint8Array([1, 2, 3]), { inner: new Uint8Array(0) }] },
};

describe('a frame', () => {
  it('gives back what it was made of', () => {
    assert.deepEqual(read(encodeFrame(MESSAGE)), [MESSAGE]);
  });

  it('takes a Buffer for the octets that it is', () => {
    assert.deepEqual(read(encodeFrame({ data: Buffer.from([9, 8]) })), [{ data: new Uint8Array([9, 8]) }]);
  });

  it('leaves undefined members out', () => {
    assert.deepEqual(read(encodeFrame({ a: undefined, b: 1 })), [{ b: 1 }]);
  });

  it('does not write octets as text', () => {
    const octets = new Uint8Array(100_000).fill(0xff);
    assert.ok(encodeFrame({ octets }).length < 100_100);
  });

  it('comes in whatever pieces', () => {
    const both = Buffer.concat([encodeFrame(MESSAGE), encodeFrame({ id: 8 })]);
    const expected = [MESSAGE, { id: 8 }];
    assert.deepEqual(read(both), expected);
    assert.deepEqual(read(...Array.from(both, (octet) => Uint8Array.of(octet))), expected);
    for (let cut = 1; cut < both.length; cut++) {
      assert.deepEqual(read(both.subarray(0, cut), both.subarray(cut)), expected);
    }
  });
});

describe('what is not a frame', () => {
  const header = (length: number, json: number) => {
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, length);
    view.setUint32(4, json);
    return new Uint8Array(view.buffer);
  };
  const frame = (json: string, more = 0) => {
    const text = new TextEncoder().encode(json);
    return Buffer.concat([header(4 + text.length + more, text.length), text, new Uint8Array(more)]);
  };

  for (const [what, octets] of [
    ['a length beyond every bound', header(0xffff_ffff, 10)],
    ['a length that has no room for the header', header(0, 0)],
    ['a text that ends beyond the frame', header(4, 100)],
    ['a text that is not JSON', frame('{')],
    ['a text that is not UTF-8', Buffer.concat([header(5, 1), Uint8Array.of(0xff)])],
    ['a message that is a number', frame('1')],
    ['a message that is null', frame('null')],
    ['octets that are not there', frame('{"a":{"$octets":[0,5]}}', 4)],
    ['octets before the first', frame('{"a":{"$octets":[-1,1]}}', 4)],
    ['octets that are not numbers', frame('{"a":{"$octets":["0",1]}}', 4)],
    ['octets that are not a list', frame('{"a":{"$octets":7}}', 4)],
  ] as const) {
    it(`is ${what}`, () => {
      assert.throws(() => read(octets), TypeError);
    });
  }
});
