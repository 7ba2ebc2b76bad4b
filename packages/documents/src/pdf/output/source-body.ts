/** A document that is kept as it is: an update is added behind it. */
import { piecesOf } from '../../source.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Body } from './update.ts';
import type { WrittenEntry } from './write-xref.ts';

/**
 * @param isChanged - whether an object is in the update
 */
export function sourceBody(file: PdfFile, isChanged: (number: number) => boolean): Body {
  const { source, index } = file;
  const { table, startXref, isStream, bias } = index;
  // Sections that cannot be used cannot be referred to either.
  const entries = startXref === undefined ? unchangedEntries() : [];
  return {
    size: source.size,
    pieces: () => piecesOf(source),
    entries,
    previous: startXref,
    xrefStream: isStream,
    bias,
  };

  function unchangedEntries(): readonly WrittenEntry[] {
    const numbers = [...table.numbers()].filter((number) => !isChanged(number));
    return numbers.map((number) => [number, table.get(number)!]);
  }
}
