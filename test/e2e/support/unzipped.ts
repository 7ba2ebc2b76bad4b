/** The files of a ZIP archive whose local headers say all there is to say, as an export's do. */
import { crc32, inflateRawSync } from 'node:zlib';

/** Reads the files, and checks each against its check sum. */
export function unzipped(archive: Buffer): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; archive.readUInt32LE(at) === LOCAL_HEADER;) {
    const size = archive.readUInt32LE(at + 18);
    const nameLength = archive.readUInt16LE(at + 26);
    const start = at + 30 + nameLength + archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 30, at + 30 + nameLength);
    const octets = archive.subarray(start, start + size);
    const content = archive.readUInt16LE(at + 8) === 0 ? octets : inflateRawSync(octets);
    if (crc32(content) !== archive.readUInt32LE(at + 14)) throw new RangeError(`the check sum of ${name} is wrong`);
    files.set(name, content.toString('utf8'));
    at = start + size;
  }
  return files;
}

const LOCAL_HEADER = 0x04034b50;
