/** An export as a ZIP archive, written while it is read. */
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { Pace } from '../../../kernel/pace.ts';
import { dumpFiles, type FileOptions } from './dump-content.ts';
import type { ExportedType } from './export-configuration.ts';

/** Writes an export as a ZIP archive. The same items give the same octets: every file is of the first day that the format knows. */
export function dumpZip(types: readonly ExportedType[], options: FileOptions = {}): Readable {
  const zip = new ZipFile();
  const { outputStream } = zip;
  addFiles(zip, types, options).catch((error: unknown) => outputStream.emit('error', error));
  return outputStream as Readable;
}

async function addFiles(zip: ZipFile, types: readonly ExportedType[], options: FileOptions): Promise<void> {
  const pace = new Pace();
  for (const { path, content } of dumpFiles(types, options)) {
    zip.addBuffer(Buffer.from(content), path, {
      // In the local time of the host, as the format has it.
      mtime: new Date(1980, 0, 1),
      forceDosTimestamp: true,
      mode: 0o100644,
    });
    await pace.step();
  }
  zip.end();
}
