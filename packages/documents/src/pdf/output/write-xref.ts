/** Cross-reference sections as they are written (ISO 32000-1 §7.5.4, §7.5.8). */
import { latin1Bytes } from '../syntax/latin1.ts';
import { serialize } from '../syntax/serialize.ts';
import { type PdfDictionary, PdfName } from '../syntax/values.ts';
import type { XrefEntry } from '../file/xref-table.ts';

/** An object with its place. */
export type WrittenEntry = readonly [number: number, entry: XrefEntry];

/**
 * A table with its trailer.
 *
 * @param entries - in ascending order of their numbers; a table cannot hold compressed ones
 */
export function writeXrefTable(entries: readonly WrittenEntry[], trailer: PdfDictionary): Uint8Array {
  const parts = ['xref\n'];
  for (const group of groupsOf(entries)) {
    parts.push(`${group[0]![0]} ${group.length}\n`);
    for (const [, entry] of group) parts.push(tableEntry(entry));
  }
  return latin1Bytes(`${parts.join('')}trailer\n${serialize(trailer)}\n`);
}

/**
 * A stream that is its own trailer.
 *
 * @param number - of the stream, which has an entry too
 */
export function writeXrefStream(entries: readonly WrittenEntry[], trailer: PdfDictionary, number: number): Uint8Array {
  const Index = groupsOf(entries).flatMap((group) => [group[0]![0], group.length]);
  const data = new Uint8Array(entries.length * FIELDS);
  const view = new DataView(data.buffer);
  for (const [row, [, entry]] of entries.entries()) {
    const at = row * FIELDS;
    const [type, first, second] = streamEntry(entry);
    view.setUint8(at, type);
    view.setUint8(at + 1, Math.floor(first / 2 ** 32));
    view.setUint32(at + 2, first % 2 ** 32);
    view.setUint16(at + 6, second);
  }
  const W = [1, 5, 2];
  const dictionary = trailer.with({ Type: new PdfName('XRef'), Index, W, Length: data.length });
  const before = latin1Bytes(`${number} 0 obj\n${serialize(dictionary)}\nstream\n`);
  return new Uint8Array(Buffer.concat([before, data, latin1Bytes('\nendstream\nendobj\n')]));
}

/** Runs of entries whose numbers follow each other. */
function groupsOf(entries: readonly WrittenEntry[]): readonly (readonly WrittenEntry[])[] {
  const groups: WrittenEntry[][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && last.at(-1)![0] + 1 === entry[0]) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

/** Twenty octets. */
function tableEntry(entry: XrefEntry): string {
  if (entry.type === 'free') return '0000000000 65535 f \n';
  if (entry.type === 'compressed') throw new RangeError('a table holds no compressed objects');
  return `${String(entry.offset).padStart(10, '0')} ${String(entry.generation).padStart(5, '0')} n \n`;
}

function streamEntry(entry: XrefEntry): readonly [number, number, number] {
  if (entry.type === 'free') return [0, 0, 65_535];
  return entry.type === 'offset' ? [1, entry.offset, entry.generation] : [2, entry.stream, entry.index];
}

/** Octets of an entry: one for the type, five for the offset, two for the generation or index. */
const FIELDS = 8;
