import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { octets } from '../../../test/pdf-documents.ts';
import { readImage } from './image.ts';

/** A PNG of two by two pixels. @param rows - each behind the number of its filter */
function png(
  depth: number,
  colorType: number,
  rows: readonly number[],
  more: Record<string, readonly number[]> = {},
  interlaced = 0,
) {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  };
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
      chunk('IHDR', Uint8Array.from([0, 0, 0, 2, 0, 0, 0, 2, depth, colorType, 0, 0, interlaced])),
      ...Object.entries(more).map(([type, data]) => chunk(type, Uint8Array.from(data))),
      chunk('IDAT', deflateSync(Uint8Array.from(rows))),
      chunk('IEND', new Uint8Array(0)),
    ]),
  );
}

async function decoded(image: Uint8Array): Promise<unknown> {
  const { colorSpace, data, alpha } = await readImage(image);
  return { colorSpace, samples: [...inflateSync(data)], alpha: alpha && [...inflateSync(alpha)] };
}

describe('a PNG', () => {
  it('is gray, of any depth', async () => {
    const gray = (samples: readonly number[]): unknown => ({ colorSpace: 'DeviceGray', samples, alpha: undefined });
    assert.deepEqual(await decoded(png(1, 0, [0, 0x80, 0, 0x40])), gray([255, 0, 0, 255]));
    assert.deepEqual(await decoded(png(4, 0, [0, 0xf0, 0, 0x1e])), gray([255, 0, 17, 238]));
    assert.deepEqual(await decoded(png(8, 0, [0, 1, 2, 0, 3, 4])), gray([1, 2, 3, 4]));
    assert.deepEqual(await decoded(png(16, 0, [0, 1, 9, 2, 9, 0, 3, 9, 4, 9])), gray([1, 2, 3, 4]));
  });

  it('has colours, rows that are differences, and alpha as a mask', async () => {
    const rows = [1, 10, 20, 30, 255, 1, 1, 1, 0, 2, 5, 5, 5, 1, 0, 0, 0, 0];
    assert.deepEqual(await decoded(png(8, 6, rows)), {
      colorSpace: 'DeviceRGB',
      samples: [10, 20, 30, 11, 21, 31, 15, 25, 35, 11, 21, 31],
      alpha: [255, 255, 0, 255],
    });
  });

  it('has a palette, of which colours may be transparent', async () => {
    const palette = { PLTE: [1, 2, 3, 4, 5, 6], tRNS: [7] };
    assert.deepEqual(await decoded(png(2, 3, [0, 0x10, 0, 0x40], palette)), {
      colorSpace: 'DeviceRGB',
      samples: [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3],
      alpha: [7, 255, 255, 7],
    });
  });

  it('has one colour that is not seen', async () => {
    const { alpha } = (await decoded(png(8, 0, [0, 1, 2, 0, 3, 4], { tRNS: [0, 3] }))) as { alpha: unknown };
    assert.deepEqual(alpha, [255, 255, 0, 255]);
  });

  it('comes in passes', async () => {
    const { samples } = (await decoded(png(8, 0, [0, 1, 0, 2, 0, 3, 4], {}, 1))) as { samples: unknown };
    assert.deepEqual(samples, [1, 2, 3, 4]);
    const bits = (await decoded(png(1, 0, [0, 0x80, 0, 0, 0, 0xc0], {}, 1))) as { samples: unknown };
    assert.deepEqual(bits.samples, [255, 0, 255, 255]);
  });

  it('may come in a great many chunks', async () => {
    const image = Buffer.from(png(8, 0, [0, 1, 2, 0, 3, 4]));
    const header = 8 + 25;
    const empty = Buffer.from('\0\0\0\0IDAT\0\0\0\0', 'latin1');
    const chunks = Array.from({ length: 200_000 }, () => empty);
    const { samples } = (await decoded(
      new Uint8Array(Buffer.concat([image.subarray(0, header), ...chunks, image.subarray(header)])),
    )) as { samples: unknown };
    assert.deepEqual(samples, [1, 2, 3, 4]);
  });

  it('is refused where it is damaged, or too large', async () => {
    const good = png(8, 0, [0, 1, 2, 0, 3, 4]);
    const huge = Uint8Array.from(good);
    huge.set([0, 1, 0, 0, 0, 1, 0, 0], 16);
    for (const bad of [
      good.subarray(0, 20),
      good.subarray(0, 40),
      good.subarray(0, 50),
      huge,
      png(8, 0, [0, 1, 2]),
      png(8, 0, [9, 1, 2, 0, 3, 4]),
      png(3, 0, [0, 1]),
      png(8, 5, [0, 1]),
      png(8, 3, [0, 1, 2, 0, 3, 4]),
    ])
      await assert.rejects(readImage(bad), { code: 'pdf.bad_image' });
  });
});

describe('a JPEG', () => {
  const frame = (components: number, marker = '\u00c0'): string =>
    `\u00ff${marker}\u0000\u000b\u0008\u0001\u0002\u0003\u0004${String.fromCharCode(components)}\u0000\u0000`;
  const start = '\u00ff\u00d8';
  const adobe = '\u00ff\u00ee\u0000\u000eAdobe\u0000\u0064\u0000\u0000\u0000\u0000\u0002';

  it('is taken as it is, with its size and colours', async () => {
    const file = octets(`${start}\u00ff\u00e0\u0000\u0004ab${frame(3)}`);
    const { width, height, colorSpace, data, isInverted } = await readImage(file);
    assert.deepEqual([width, height, colorSpace, isInverted], [0x304, 0x102, 'DeviceRGB', false]);
    assert.deepEqual(data, file);
    assert.equal((await readImage(octets(`${start}${frame(1, '\u00c2')}`))).colorSpace, 'DeviceGray');
  });

  it('is inverted where a program of Adobe wrote CMYK', async () => {
    assert.equal((await readImage(octets(`${start}${adobe}${frame(4)}`))).isInverted, true);
    assert.equal((await readImage(octets(`${start}\u00ff\u00e0\u0000\u0002${frame(4)}`))).isInverted, false);
  });

  it('is refused where its size is not found', async () => {
    for (const text of [
      `${start}\u00ff`,
      `${start}\u00ff\u00da\u0000\u0002`,
      `${start}\u00ff\u00e0\u0000\u0000`,
      `${start}${frame(2)}`,
    ])
      await assert.rejects(readImage(octets(text)), { code: 'pdf.bad_image' });
  });
});
