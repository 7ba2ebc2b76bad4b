/** Pictures for pages (ISO 32000-1 §8.9.5). */
import { PdfError } from '../errors.ts';
import type { Changes } from '../output/changes.ts';
import { PdfDictionary, PdfName, type PdfReference } from '../syntax/values.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import type { Raster } from './raster.ts';

/** Reads a PNG or a JPEG. @throws {@link PdfError} `pdf.bad_image` */
export async function readImage(bytes: Uint8Array): Promise<Raster> {
  if (isPng(bytes)) return readPng(bytes);
  if (isJpeg(bytes)) return readJpeg(bytes);
  throw new PdfError('pdf.bad_image', 'the picture is neither PNG nor JPEG');
}

/** Adds the picture to a document. */
export function addImage(changes: Changes, image: Raster): PdfReference {
  const { width, height, colorSpace, filter, data, alpha, isInverted } = image;
  const common = {
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
  };
  const mask = { ...common, ColorSpace: new PdfName('DeviceGray'), Filter: new PdfName('FlateDecode') };
  const dictionary = new PdfDictionary(common).with({
    ColorSpace: new PdfName(colorSpace),
    Filter: new PdfName(filter),
    Decode: isInverted ? [1, 0, 1, 0, 1, 0, 1, 0] : null,
    SMask: alpha === undefined ? null : changes.add(new PdfDictionary(mask), alpha),
  });
  return changes.add(dictionary, data);
}
