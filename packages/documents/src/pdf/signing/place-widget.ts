/** Placement of a signature on its page, and its appearance (ISO 32000-1 §12.5.5, §12.7.4.5). */
import { addImage, readImage } from '../appearance/image.ts';
import type { Rectangle, SignatureAppearance } from '../appearance/signature-appearance.ts';
import { drawText, type SignatureText } from '../appearance/text-appearance.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Changes } from '../output/changes.ts';
import { latin1Bytes } from '../syntax/latin1.ts';
import { serialize } from '../syntax/serialize.ts';
import { PdfDictionary, PdfName, type PdfReference, type PdfValue } from '../syntax/values.ts';

/** The entries of a widget that say where it is and how it looks. */
export type WidgetEntries = Readonly<Record<string, PdfValue>>;

/** The entries of a signature that nobody sees (ISO 32000-1 §12.7.4.5). */
export const INVISIBLE: WidgetEntries = { Rect: [0, 0, 0, 0] };

/**
 * Draws the signature into a new widget.
 *
 * @throws {@link PdfError} `pdf.bad_image`
 */
export async function drawWidget(
  changes: Changes,
  appearance: SignatureAppearance,
  text: SignatureText,
): Promise<WidgetEntries> {
  const { image, resizeImage = true, origin } = appearance;
  const { left, bottom, right, top } = appearance.rectangle;
  const asked: Rectangle = {
    left: Math.min(left, right),
    bottom: Math.min(bottom, top),
    right: Math.max(left, right),
    top: Math.max(bottom, top),
  };
  if (image === undefined) return entriesOf(changes, asked, textForm(changes, asked, text));
  const raster = await readImage(image);
  const rectangle = resizeImage ? asked : resized(asked, raster, origin);
  return entriesOf(changes, rectangle, imageForm(rectangle, addImage(changes, raster)));
}

/** The rectangle with the size of a picture, and the corner that it was measured from. */
function resized(
  { left, bottom, top }: Rectangle,
  { width, height }: { readonly width: number; readonly height: number },
  origin: SignatureAppearance['origin'],
): Rectangle {
  const right = left + width;
  return origin === 'upper-left'
    ? { left, bottom: top - height, right, top }
    : { left, bottom, right, top: bottom + height };
}

/** Draws the signature into the widget that a field has already; nothing when the widget is not seen. */
export async function redrawWidget(
  file: PdfFile,
  changes: Changes,
  field: PdfDictionary,
  appearance: SignatureAppearance,
  text: SignatureText,
): Promise<WidgetEntries> {
  const corners = ((await file.array(field.get('Rect'))) ?? []).filter((value) => typeof value === 'number');
  const [left, bottom, right, top] = corners;
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return {};
  if (left === right || bottom === top) return {};
  const rectangle = { left, bottom, right, top };
  const { AP = null } = await drawWidget(changes, { ...appearance, rectangle, resizeImage: true }, text);
  return { AP };
}

/** A form that is drawn: its operators, and what they use. */
interface DrawnForm {
  readonly operators: Uint8Array;
  readonly resources: Readonly<Record<string, PdfValue>>;
}

function textForm(changes: Changes, rectangle: Rectangle, text: SignatureText): DrawnForm {
  const font = new PdfDictionary({
    Type: new PdfName('Font'),
    Subtype: new PdfName('Type1'),
    BaseFont: new PdfName('Helvetica'),
    Encoding: new PdfName('WinAnsiEncoding'),
  });
  const [width, height] = sizeOf(rectangle);
  return {
    operators: drawText(text, width, height),
    resources: { Font: new PdfDictionary({ F1: changes.add(font) }) },
  };
}

function imageForm(rectangle: Rectangle, image: PdfReference): DrawnForm {
  const [width, height] = sizeOf(rectangle).map((side) => serialize(side));
  return {
    operators: latin1Bytes(`q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q\n`),
    resources: { XObject: new PdfDictionary({ Im1: image }) },
  };
}

function entriesOf(changes: Changes, rectangle: Rectangle, { operators, resources }: DrawnForm): WidgetEntries {
  const { left, bottom, right, top } = rectangle;
  const form = new PdfDictionary({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Form'),
    BBox: [0, 0, ...sizeOf(rectangle)],
    Resources: new PdfDictionary(resources),
  });
  return { Rect: [left, bottom, right, top], AP: new PdfDictionary({ N: changes.add(form, operators) }) };
}

function sizeOf({ left, bottom, right, top }: Rectangle): readonly [number, number] {
  return [right - left, top - bottom];
}
