/** ZIP archives as other programs write them, and as none should. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive, with what its headers may say wrongly. */
export interface ArchivedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  readonly flags?: number;
  /** Length that the directory names; the true one unless given. */
  readonly size?: number;
  readonly crc?: number;
  /** Shares the data of the file of that index. */
  readonly dataOf?: number;
}

/** Makes an archive. */
export function zipArchive(files: readonly ArchivedFile[], comment = ''): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const headers: Buffer[] = [];
  const offsets: number[] = [];
  let offset = 0;
  for (const { path, content, stored = false, flags = 0x800, size, crc, dataOf } of files) {
    const name = Buffer.from(path);
    const octets = Buffer.from(content);
    const packed = stored ? octets : deflateRawSync(octets);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(stored ? 0 : 8, 4);
    common.writeUInt32LE(crc ?? crc32(octets), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? octets.length, 18);
    common.writeUInt16LE(name.length, 22);
    offsets.push(dataOf === undefined ? offset : offsets[dataOf]!);
    if (dataOf === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
      parts.push(local);
      offset += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offsets.at(-1)!, 10);
    headers.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, name]));
  }
  const directory = Buffer.concat(headers);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return new Uint8Array(Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)]));
}
