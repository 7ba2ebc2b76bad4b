/** JPEG pictures, which PDF takes as they are (ISO 32000-1 §7.4.8): only what their headers say is read. */
import { PdfError } from '../errors.ts';
import { latin1 } from '../syntax/latin1.ts';
import type { Raster } from './raster.ts';

/** Returns whether the octets begin like a JPEG. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === START_OF_IMAGE && bytes[2] === 0xff;
}

/** Reads the headers. @throws {@link PdfError} `pdf.bad_image` */
export function readJpeg(bytes: Uint8Array): Raster {
  let hasAdobeMarker = false;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff) throw bad();
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes[at + 2]! * 256 + bytes[at + 3]!;
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (marker === APPLICATION_14 && latin1(segment.subarray(0, 5)) === 'Adobe') hasAdobeMarker = true;
    if (isFrame(marker)) return toRaster(bytes, segment, hasAdobeMarker);
    if (marker === START_OF_SCAN || length < 2) throw bad();
    at += 2 + length;
  }
  throw bad();
}

function toRaster(data: Uint8Array, frame: Uint8Array, hasAdobeMarker: boolean): Raster {
  const [precision, heightHigh, heightLow, widthHigh, widthLow, components] = frame;
  const colorSpace = COLOR_SPACES.get(components ?? 0);
  const height = (heightHigh ?? 0) * 256 + (heightLow ?? 0);
  const width = (widthHigh ?? 0) * 256 + (widthLow ?? 0);
  if (precision !== 8 || colorSpace === undefined || height === 0 || width === 0) throw bad();
  const isInverted = colorSpace === 'DeviceCMYK' && hasAdobeMarker;
  return { width, height, colorSpace, filter: 'DCTDecode', data, alpha: undefined, isInverted };
}

/** Baseline, extended and progressive frames; the others no reader of PDF takes. */
function isFrame(marker: number): boolean {
  return marker === 0xc0 || marker === 0xc1 || marker === 0xc2;
}

function bad(): PdfError {
  return new PdfError('pdf.bad_image', 'the picture is not a JPEG that can be read');
}

const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const APPLICATION_14 = 0xee;
const COLOR_SPACES: ReadonlyMap<number, Raster['colorSpace']> = new Map([
  [1, 'DeviceGray'],
  [3, 'DeviceRGB'],
  [4, 'DeviceCMYK'],
]);
