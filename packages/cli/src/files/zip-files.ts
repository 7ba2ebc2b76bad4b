/** The files of a ZIP archive that the server has written: an export of the configuration. */
import { crc32, inflateRawSync } from 'node:zlib';
import { FileError } from '../errors.ts';

/** One file of an export. */
export interface ExportedFile {
  /** The folder of its type. */
  readonly folder: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Reads the files of an export. All stand in one folder each, under names that lead nowhere else.
 *
 * @throws {@link FileError} `cli.file_unusable`
 */
export function exportedFiles(archive: Uint8Array): readonly ExportedFile[] {
  const octets = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const files: ExportedFile[] = [];
  let at = 0;
  while (at + 4 <= octets.length && octets.readUInt32LE(at) === LOCAL_HEADER) {
    const { path, content, next } = fileAt(octets, at);
    const parts = /^(?<folder>[A-Za-z0-9][\w-]*)\/(?<name>[^/\\]+\.yaml)$/.exec(path)?.groups;
    if (parts === undefined || parts['name']!.startsWith('.')) throw unusable(`has a file '${path}'`);
    files.push({ folder: parts['folder']!, name: parts['name']!, content });
    at = next;
  }
  return files;
}

function fileAt(octets: Buffer, at: number): { path: string; content: Uint8Array; next: number } {
  try {
    const packed = octets.readUInt32LE(at + 18);
    const size = octets.readUInt32LE(at + 22);
    const nameLength = octets.readUInt16LE(at + 26);
    const start = at + 30 + nameLength + octets.readUInt16LE(at + 28);
    const path = octets.toString('utf8', at + 30, at + 30 + nameLength);
    const stored = octets.subarray(start, start + packed);
    const content =
      octets.readUInt16LE(at + 8) === 0 ? stored : inflateRawSync(stored, { maxOutputLength: Math.max(1, size) });
    if (crc32(content) !== octets.readUInt32LE(at + 14)) throw unusable(`is damaged at '${path}'`);
    return { path, content, next: start + packed };
  } catch (cause) {
    if (cause instanceof FileError) throw cause;
    throw unusable('is cut off or damaged', cause);
  }
}

function unusable(problem: string, cause?: unknown): FileError {
  return new FileError('cli.file_unusable', `the archive that the server has sent ${problem}`, { cause });
}

const LOCAL_HEADER = 0x04034b50;
