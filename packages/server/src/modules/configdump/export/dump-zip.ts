/** An export as a ZIP archive, written while it is read. */
import { Readable } from 'node:stream';
import { TooManyFilesError } from '../errors.ts';
import { dumpFiles, type FileOptions } from './dump-content.ts';
import type { ExportedType } from './export-configuration.ts';
import { MAX_ARCHIVED, zipArchive } from './zip-archive.ts';

/**
 * Writes an export as a ZIP archive. The same items give the same octets.
 *
 * @throws {@link TooManyFilesError}
 */
export function dumpZip(types: readonly ExportedType[], options: FileOptions = {}): Readable {
  const files = types.reduce((all, { items }) => all + items.length, 0);
  if (files > MAX_ARCHIVED) throw new TooManyFilesError(files, MAX_ARCHIVED);
  return Readable.from(zipArchive(dumpFiles(types, options)), { objectMode: false, highWaterMark: 65_536 });
}
