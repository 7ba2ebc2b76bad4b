/** PDFs for tests, put together object by object. */
import { deflateSync } from 'node:zlib';

/** The text of each object by number, without `obj` and `endobj`. */
export type Objects = Readonly<Record<number, string>>;

/** A document of some pages. Object 1 is the catalog, 2 the tree of pages, and the pages follow. */
export function pageObjects(pages = 1): Objects {
  const numbers = Array.from({ length: pages }, (_, index) => 3 + index);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  return {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${pages}/Kids[${kids}]/MediaBox[0 0 200 200]>>`,
    ...Object.fromEntries(numbers.map((number) => [number, '<</Type/Page/Parent 2 0 R>>'])),
  };
}

export interface FileOptions {
  /** `1.7` when left out. */
  readonly version?: string;
  /** Further entries of the trailer. */
  readonly trailer?: string;
  /** Octets before the header. */
  readonly before?: string;
}

/** A file with a cross-reference table. */
export function tableFile(objects: Objects, options: FileOptions = {}): Uint8Array {
  const { version = '1.7', trailer = '', before = '' } = options;
  let text = `${before}%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`;
  const places = new Map<number, number>();
  for (const [number, object] of Object.entries(objects)) {
    places.set(Number(number), text.length - before.length);
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const size = Math.max(...places.keys()) + 1;
  const start = text.length - before.length;
  text += `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number += 1) {
    const offset = places.get(number);
    text += offset === undefined ? '0000000000 00001 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`;
  }
  text += `trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`;
  return octets(text);
}

/** A file with all its objects in an object stream, and a cross-reference stream whose rows are written as differences. */
export function streamFile(objects: Objects): Uint8Array {
  const numbers = Object.keys(objects).map(Number);
  const container = Math.max(...numbers) + 1;
  let [header, body] = ['', ''];
  for (const number of numbers) {
    header += `${number} ${body.length} `;
    body += `${objects[number]} `;
  }
  const packed = deflateSync(Buffer.from(header + body, 'latin1')).toString('latin1');
  let text = '%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n';
  const containerAt = text.length;
  text += `${container} 0 obj\n<</Type/ObjStm/N ${numbers.length}/First ${header.length}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n${packed}\nendstream\nendobj\n`;
  const start = text.length;
  const rows = [[0, 0, 255], ...numbers.map((_, index) => [2, container, index]), [1, containerAt, 0], [1, start, 0]];
  const plain = rows.map(([type, first, second]) => [type!, first! >> 8, first! & 0xff, second!]);
  const predicted = plain.flatMap((row, index) => [
    2,
    ...row.map((octet, at) => (octet - (plain[index - 1]?.[at] ?? 0)) & 0xff),
  ]);
  const data = deflateSync(Uint8Array.from(predicted)).toString('latin1');
  const parameters = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>';
  text += `${container + 1} 0 obj\n<</Type/XRef/Size ${container + 2}/W[1 2 1]/Root 1 0 R${parameters}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return octets(text);
}

/** One octet for each character. */
export function octets(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** One character for each octet. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
