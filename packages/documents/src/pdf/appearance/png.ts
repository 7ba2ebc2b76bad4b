/** PNG pictures (ISO/IEC 15948) as PDF has pictures: colours without alpha, and alpha as a mask of its own. */
import { constants, deflate, inflate } from 'node:zlib';
import { PdfError } from '../errors.ts';
import { undoRowFilters } from '../file/filters.ts';
import { latin1 } from '../syntax/latin1.ts';
import type { Raster } from './raster.ts';

/** Returns whether the octets begin like a PNG. */
export function isPng(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 8)) === '\u0089PNG\r\n\u001a\n';
}

/** Decodes a picture of at most four megapixels, of any colour type and depth. @throws {@link PdfError} `pdf.bad_image` */
export async function readPng(bytes: Uint8Array): Promise<Raster> {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks.get('IHDR')?.[0]);
  const rows = await inflateRows(chunks.get('IDAT') ?? [], header);
  return toRaster(header, rows, chunks.get('PLTE')?.[0], chunks.get('tRNS')?.[0]);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: ColorType;
  readonly channels: number;
  readonly interlaced: boolean;
}

type ColorType = 0 | 2 | 3 | 4 | 6;

function readChunks(bytes: Uint8Array): ReadonlyMap<string, readonly Uint8Array[]> {
  const chunks = new Map<string, Uint8Array[]>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    const type = latin1(bytes.subarray(at + 4, at + 8));
    if (at + 8 + length > bytes.length) throw bad('a chunk is cut short');
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    const alike = chunks.get(type);
    if (alike === undefined) chunks.set(type, [chunk]);
    else alike.push(chunk);
    if (type === 'IEND') break;
    at += 12 + length;
  }
  return chunks;
}

function readHeader(chunk: Uint8Array | undefined): Header {
  if (chunk?.length !== 13) throw bad('there is no header');
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
  const [width, height, depth, colorType] = [view.getUint32(0), view.getUint32(4), chunk[8]!, chunk[9]!];
  const known = colorType === 0 || colorType === 2 || colorType === 3 || colorType === 4 || colorType === 6;
  if (!known || !DEPTHS[colorType].includes(depth)) throw bad(`colour type ${colorType} with ${depth} bits`);
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) throw bad(`${width} by ${height} pixels`);
  return { width, height, depth, colorType, channels: CHANNELS[colorType], interlaced: chunk[12] === 1 };
}

/** The samples of all rows, each row on whole octets. */
async function inflateRows(data: readonly Uint8Array[], header: Header): Promise<Uint8Array> {
  const { width, height, depth, channels } = header;
  const passes = header.interlaced ? PASSES : [WHOLE];
  const sizes = passes.map(([x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    return { columns, rows, rowOctets: Math.ceil((columns * depth * channels) / 8) };
  });
  const used = sizes.map(({ columns, rows, rowOctets }) => (columns > 0 && rows > 0 ? rows * (rowOctets + 1) : 0));
  const inflated = await inflateAll(
    Buffer.concat(data),
    used.reduce((sum, octets) => sum + octets, 0),
  );
  const pixelOctets = Math.max(1, (depth * channels) / 8);
  if (!header.interlaced) return undoRows(inflated, sizes[0]!.rowOctets, pixelOctets);
  const whole = new Pixels(header, new Uint8Array(height * Math.ceil((width * depth * channels) / 8)));
  let at = 0;
  for (const [index, [x, y, stepX, stepY]] of passes.entries()) {
    const { columns, rows, rowOctets } = sizes[index]!;
    if (used[index] === 0) continue;
    const part = undoRows(inflated.subarray(at, at + used[index]!), rowOctets, pixelOctets);
    const pixels = new Pixels({ ...header, width: columns }, part);
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1)
        for (let channel = 0; channel < channels; channel += 1)
          whole.set(x + column * stepX, y + row * stepY, channel, pixels.get(column, row, channel));
    at += used[index]!;
  }
  return whole.octets;
}

/** Inflates exactly `octets`; what follows them is overlooked. */
function inflateAll(data: Uint8Array, octets: number): Promise<Uint8Array> {
  const options = { maxOutputLength: octets + SPARE, finishFlush: constants.Z_SYNC_FLUSH };
  return new Promise((resolve, reject) => {
    inflate(data, options, (cause, result) => {
      if (cause !== null) reject(new PdfError('pdf.bad_image', 'the picture is not compressed as PNG asks', { cause }));
      else if (result.length < octets) reject(bad('rows are missing'));
      else resolve(result.subarray(0, octets));
    });
  });
}

function deflateAsync(data: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    deflate(data, (error, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}

function undoRows(data: Uint8Array, rowOctets: number, pixelOctets: number): Uint8Array {
  try {
    return undoRowFilters(data, rowOctets, pixelOctets);
  } catch (error) {
    throw new PdfError('pdf.bad_image', 'a row of the picture has a filter that PNG does not know', { cause: error });
  }
}

/** Samples of a width of 1 to 16 bits in rows. */
class Pixels {
  readonly octets: Uint8Array;
  readonly #depth: number;
  readonly #channels: number;
  readonly #rowOctets: number;

  constructor({ width, depth, channels }: Pick<Header, 'width' | 'depth' | 'channels'>, octets: Uint8Array) {
    this.octets = octets;
    this.#depth = depth;
    this.#channels = channels;
    this.#rowOctets = Math.ceil((width * depth * channels) / 8);
  }

  get(x: number, y: number, channel: number): number {
    const bit = (x * this.#channels + channel) * this.#depth;
    const at = y * this.#rowOctets + (bit >> 3);
    if (this.#depth === 16) return this.octets[at]! * 256 + this.octets[at + 1]!;
    return (this.octets[at]! >> (8 - this.#depth - (bit & 7))) & ((1 << this.#depth) - 1);
  }

  /** Only where nothing but zeros stood. */
  set(x: number, y: number, channel: number, value: number): void {
    const bit = (x * this.#channels + channel) * this.#depth;
    const at = y * this.#rowOctets + (bit >> 3);
    if (this.#depth === 16) [this.octets[at], this.octets[at + 1]] = [value >> 8, value & 0xff];
    else this.octets[at]! |= value << (8 - this.#depth - (bit & 7));
  }
}

/** Eight bits for each sample: one or three for the colour, and one for alpha where there is any. */
async function toRaster(
  header: Header,
  rows: Uint8Array,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Promise<Raster> {
  const { width, height, colorType } = header;
  const octets = toOctets(header, rows);
  const { samples, alpha } =
    colorType === 3 ? fromPalette(octets, palette, transparency) : splitAlpha(header, octets, transparency);
  return {
    width,
    height,
    colorSpace: colorType === 0 || colorType === 4 ? 'DeviceGray' : 'DeviceRGB',
    filter: 'FlateDecode',
    data: await deflateAsync(samples),
    alpha: alpha && (await deflateAsync(alpha)),
    isInverted: false,
  };
}

interface Planes {
  readonly samples: Uint8Array;
  readonly alpha: Uint8Array | undefined;
}

/** One octet for each sample: scaled, or as it is where it is an index or stands for a colour that is compared. */
function toOctets(header: Header, rows: Uint8Array): Uint8Array {
  const { width, height, depth, channels, colorType } = header;
  if (depth === 8) return rows;
  const pixels = new Pixels(header, rows);
  const result = new Uint8Array(width * height * channels);
  const factor = colorType === 3 ? 1 : 255 / ((1 << depth) - 1);
  let at = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        const sample = pixels.get(x, y, channel);
        result[at++] = depth === 16 ? sample >> 8 : sample * factor;
      }
  return result;
}

function fromPalette(
  indexes: Uint8Array,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Planes {
  if (palette === undefined) throw bad('the palette is missing');
  const samples = new Uint8Array(indexes.length * 3);
  const alpha = transparency && new Uint8Array(indexes.length);
  for (const [at, index] of indexes.entries()) {
    for (let color = 0; color < 3; color += 1) samples[at * 3 + color] = palette[index * 3 + color] ?? 0;
    if (alpha !== undefined) alpha[at] = transparency?.[index] ?? 0xff;
  }
  return { samples, alpha };
}

/** Takes the last sample of each pixel for its alpha, or finds the one colour that is not to be seen. */
function splitAlpha(header: Header, octets: Uint8Array, transparency: Uint8Array | undefined): Planes {
  const { channels, colorType } = header;
  const hasChannel = colorType === 4 || colorType === 6;
  if (!hasChannel && transparency === undefined) return { samples: octets, alpha: undefined };
  const colors = hasChannel ? channels - 1 : channels;
  const count = octets.length / channels;
  const samples = new Uint8Array(count * colors);
  const alpha = new Uint8Array(count);
  const hidden = hasChannel ? [] : hiddenColor(header, transparency!);
  for (let pixel = 0; pixel < count; pixel += 1) {
    let isHidden = !hasChannel;
    for (let color = 0; color < colors; color += 1) {
      const sample = octets[pixel * channels + color]!;
      samples[pixel * colors + color] = sample;
      isHidden &&= sample === hidden[color];
    }
    alpha[pixel] = hasChannel ? octets[pixel * channels + colors]! : isHidden ? 0 : 0xff;
  }
  return { samples, alpha };
}

/** The colour as its samples are after scaling. */
function hiddenColor({ depth, channels }: Header, transparency: Uint8Array): readonly number[] {
  return Array.from({ length: channels }, (_, channel) => {
    const sample = (transparency[channel * 2] ?? 0) * 256 + (transparency[channel * 2 + 1] ?? 0);
    return depth === 16 ? sample >> 8 : Math.floor((sample * 255) / ((1 << depth) - 1));
  });
}

function bad(what: string): PdfError {
  return new PdfError('pdf.bad_image', `the picture is not a PNG that can be read: ${what}`);
}

const MAX_PIXELS = 0x40_0000;
const SPARE = 1024;
const CHANNELS: Readonly<Record<ColorType, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<ColorType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
/** First column and row, and the steps to the next ones, of each pass. */
type Pass = readonly [x: number, y: number, stepX: number, stepY: number];
const WHOLE: Pass = [0, 0, 1, 1];
const PASSES: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
