/** The properties by which a signature is seen on a page. */
import type { PageChoice, Rectangle, SignatureAppearance } from '@sealwright/documents/pdf';
import type { WorkerProperties } from '../../worker-contract/index.ts';

/** Appearance of a signature. */
export interface PdfAppearance extends SignatureAppearance {
  /** A file of the host whose picture is drawn; undefined when there is none, or the properties have the picture. */
  readonly imagePath: string | undefined;
}

/** Undefined for a signature that is not seen. What is wrong is reported in any case: clients may want to see it. */
export function readAppearance(properties: WorkerProperties): PdfAppearance | undefined {
  const image = readPicture(properties, 'VISIBLE_SIGNATURE_CUSTOM_IMAGE_BASE64');
  const appearance: PdfAppearance = {
    page: readPage(properties.text('VISIBLE_SIGNATURE_PAGE') ?? 'First'),
    rectangle: readRectangle(properties),
    image,
    imagePath: image === undefined ? properties.text('VISIBLE_SIGNATURE_CUSTOM_IMAGE_PATH') : undefined,
    resizeImage: properties.boolean('VISIBLE_SIGNATURE_CUSTOM_IMAGE_RESIZE_TO_RECTANGLE', true),
    // The default text of a signature is not the signer's own: it is not drawn.
    words: { reason: properties.text('REASON'), location: properties.text('LOCATION') },
  };
  return properties.boolean('ADD_VISIBLE_SIGNATURE', false) ? appearance : undefined;
}

/** A text that is not a page means the first one. */
function readPage(text: string): PageChoice {
  if (text.toLowerCase() === 'last') return 'last';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 'first';
}

function readRectangle(properties: WorkerProperties): Rectangle {
  const sides = properties.list(RECTANGLE) ?? USUAL_RECTANGLE;
  const [left = 0, bottom = 0, right = 0, top = 0] = sides.map(Number);
  if (sides.length === 4 && sides.every((side) => NUMBER.test(side)) && right > left && top > bottom)
    return { left, bottom, right, top };
  properties.report(RECTANGLE, 'has to be four numbers: left, bottom, right and top of a rectangle');
  return { left: 0, bottom: 0, right: 1, top: 1 };
}

/** A picture in base64. */
export function readPicture(properties: WorkerProperties, name: string): Uint8Array | undefined {
  const text = properties.text(name);
  if (text === undefined) return undefined;
  let picture: Uint8Array;
  try {
    picture = Uint8Array.fromBase64(text);
  } catch {
    properties.report(name, 'is not base64');
    return undefined;
  }
  const beginning = picture.subarray(0, 8).toHex();
  if (!BEGINNINGS.some((each) => beginning.startsWith(each))) properties.report(name, 'is neither PNG nor JPEG');
  return picture;
}

/** Signatures of PNG and JPEG, in hexadecimal: their readers are loaded when something is drawn. */
const BEGINNINGS = ['89504e470d0a1a0a', 'ffd8ff'];
const RECTANGLE = 'VISIBLE_SIGNATURE_RECTANGLE';
const USUAL_RECTANGLE = ['400', '700', '500', '800'];
const NUMBER = /^[+-]?\d{1,6}(?:\.\d{1,6})?$/;
