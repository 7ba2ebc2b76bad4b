/** Removal of the filters of streams (ISO 32000-1 §7.4), as far as the structure of a file needs it. */
import { constants, inflate } from 'node:zlib';
import { PdfError } from '../errors.ts';
import { latin1 } from '../syntax/latin1.ts';
import { integerOf, isArray, nameOf, PdfDictionary, type PdfValue } from '../syntax/values.ts';
import type { WorkLeft } from '../syntax/work-left.ts';

/**
 * Decodes the data of a stream, deciphered already.
 *
 * @param dictionary - the stream's; its filters and their parameters are direct objects
 * @throws {@link PdfError} `pdf.unsupported_filter`, `pdf.bad_syntax` for data that its filter does not give, `pdf.too_large`
 */
export async function decodeStream(dictionary: PdfDictionary, data: Uint8Array, work: WorkLeft): Promise<Uint8Array> {
  const filters = listOf(dictionary.get('Filter'));
  const parameters = listOf(dictionary.get('DecodeParms'));
  if (filters.length > MAX_FILTERS) throw new PdfError('pdf.unsupported_filter', `more than ${MAX_FILTERS} filters`);
  let decoded = data;
  for (const [index, filter] of filters.entries()) {
    const found = parameters[index];
    decoded = await decode(nameOf(filter), decoded, found instanceof PdfDictionary ? found : NONE, work);
  }
  return decoded;
}

async function decode(
  filter: string | undefined,
  data: Uint8Array,
  parameters: PdfDictionary,
  work: WorkLeft,
): Promise<Uint8Array> {
  work.charge(data.length);
  if (filter === 'FlateDecode' || filter === 'Fl') {
    const inflated = await inflateWithin(data, Math.min(work.left, MAX_STREAM));
    work.charge(PREDICTOR_COST * inflated.length);
    return unpredict(inflated, parameters);
  }
  if (filter === 'ASCIIHexDecode' || filter === 'AHx') return decodeHex(data);
  throw new PdfError(
    'pdf.unsupported_filter',
    `the filter ${filter?.slice(0, 40) ?? 'that is not a name'} of a stream`,
  );
}

/** Unpacks `data`, even when its end is missing; `maxOctets` at most. */
function inflateWithin(data: Uint8Array, maxOctets: number): Promise<Uint8Array> {
  // zlib accepts no limit of 0.
  const options = { maxOutputLength: Math.max(1, maxOctets), finishFlush: constants.Z_SYNC_FLUSH };
  return new Promise((resolve, reject) => {
    inflate(data, options, (error, result) => {
      if (error === null) resolve(result);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
        reject(new PdfError('pdf.too_large', `a stream that unpacks to more than ${maxOctets} octets`));
      else reject(new PdfError('pdf.bad_syntax', 'a stream that is not compressed as it says', { cause: error }));
    });
  });
}

function decodeHex(data: Uint8Array): Uint8Array {
  const [digits = ''] = latin1(data)
    .replace(/[\0\t\n\f\r ]/g, '')
    .split('>', 1);
  if (!/^[0-9A-Fa-f]*$/.test(digits))
    throw new PdfError('pdf.bad_syntax', 'a hexadecimal stream with other characters');
  return Uint8Array.fromHex(digits.length % 2 === 0 ? digits : `${digits}0`);
}

/** Undoes the predictor (ISO 32000-1 §7.4.4.4): each row is written as its difference to the one above. */
function unpredict(data: Uint8Array, parameters: PdfDictionary): Uint8Array {
  const predictor = integerOf(parameters.get('Predictor')) ?? 1;
  if (predictor === 1) return data;
  const colors = integerOf(parameters.get('Colors'), 1) ?? 1;
  const bits = integerOf(parameters.get('BitsPerComponent'), 1) ?? 8;
  const columns = integerOf(parameters.get('Columns'), 1) ?? 1;
  const rowOctets = Math.ceil((colors * bits * columns) / 8);
  if (predictor < 10 || rowOctets > MAX_ROW) throw new PdfError('pdf.unsupported_filter', `the predictor ${predictor}`);
  return undoRowFilters(data, rowOctets, Math.ceil((colors * bits) / 8));
}

/**
 * Undoes the filters of PNG's rows, each of which stands behind the number of its filter (ISO/IEC 15948 §9).
 *
 * @param pixelOctets - the distance of the octet to the left
 * @throws {@link PdfError} `pdf.bad_syntax` for an unknown filter
 */
export function undoRowFilters(data: Uint8Array, rowOctets: number, pixelOctets: number): Uint8Array {
  const rows = Math.ceil(data.length / (rowOctets + 1));
  const result = new Uint8Array(rows * rowOctets);
  for (let row = 0, from = 0; row < rows; row += 1, from += rowOctets) {
    const filter = data[from + row]!;
    if (filter > 4) throw new PdfError('pdf.bad_syntax', `the row filter ${filter}`);
    for (let at = from; at < from + rowOctets; at += 1) {
      const left = at - from >= pixelOctets ? result[at - pixelOctets]! : 0;
      const up = row > 0 ? result[at - rowOctets]! : 0;
      const corner = row > 0 && at - from >= pixelOctets ? result[at - rowOctets - pixelOctets]! : 0;
      // The last row may be too short.
      result[at] = (data[at + row + 1] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return result;
}

/** Predicts an octet from those to the left, above, and above to the left. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function listOf(value: PdfValue): readonly PdfValue[] {
  if (value === null) return [];
  return isArray(value) ? value : [value];
}

const NONE = new PdfDictionary({});
const MAX_FILTERS = 4;
const MAX_ROW = 0x10_0000;
/** Maximum octets that one stream may unpack to. */
export const MAX_STREAM = 0x100_0000;
/** Undoing a predictor takes longer than inflating. */
const PREDICTOR_COST = 2;
