/** Writes ZIP archives (PKWARE APPNOTE 6.3.10), file by file: no more than one of them is in memory. */
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import { Pace } from '../../../kernel/tasks/pace.ts';

/** A file to be written. */
export interface ArchivedText {
  /** With `/` between its parts. */
  readonly path: string;
  readonly content: string;
}

/** Files that an archive of this format has at most; more take ZIP64, which the import does not read. */
export const MAX_ARCHIVED = 0xff_fe;

/**
 * Writes an archive in pieces. The same files give the same octets: each is of the first day that the format knows.
 *
 * @param files - at most {@link MAX_ARCHIVED}
 */
export async function* zipArchive(files: Iterable<ArchivedText>): AsyncGenerator<Uint8Array> {
  const pace = new Pace();
  const headers: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    await pace.step();
    const name = Buffer.from(path);
    const octets = Buffer.from(content);
    // The compressor takes 16 kB for each of a thousand small files otherwise.
    const options = { chunkSize: Math.max(octets.length, LEAST_PIECE) };
    const packed =
      octets.length > MOST_AT_ONCE ? await deflateInThread(octets, options) : deflateRawSync(octets, options);
    const common = commonHeader(octets, packed.length, name.length);
    headers.push(Buffer.concat([DIRECTORY_ENTRY, MADE_BY, common, attributes(offset), name]));
    const entry = Buffer.concat([LOCAL_ENTRY, common, name, packed]);
    offset += entry.length;
    yield entry;
  }
  const directory = Buffer.concat(headers);
  yield directory;
  yield end(headers.length, directory.length, offset);
}

/** Returns what the header of a file and its entry in the directory have in common. */
function commonHeader(octets: Uint8Array, packed: number, name: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(NAMES_IN_UTF8, 2);
  header.writeUInt16LE(DEFLATED, 4);
  header.writeUInt16LE(FIRST_DAY, 8);
  header.writeUInt32LE(crc32(octets), 10);
  header.writeUInt32LE(packed, 14);
  header.writeUInt32LE(octets.length, 18);
  header.writeUInt16LE(name, 22);
  return header;
}

/** Returns the end of an entry of the directory, before the name: a regular file that its owner may write. */
function attributes(offset: number): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt16LE(0o100644, 8);
  rest.writeUInt32LE(offset, 10);
  return rest;
}

function end(files: number, length: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  DIRECTORY_END.copy(record);
  record.writeUInt16LE(files, 8);
  record.writeUInt16LE(files, 10);
  record.writeUInt32LE(length, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

const deflateInThread = promisify(deflateRaw);
/** Octets that are compressed within a millisecond or two. */
const MOST_AT_ONCE = 65_536;
/** The least that the library takes. */
const LEAST_PIECE = 64;
const LOCAL_ENTRY = Buffer.from('PK\u0003\u0004');
const DIRECTORY_ENTRY = Buffer.from('PK\u0001\u0002');
const DIRECTORY_END = Buffer.from('PK\u0005\u0006');
const VERSION = 20;
/** On a system of the kind of Unix, whose permissions the attributes have. */
const MADE_BY = Buffer.from([VERSION, 3]);
const NAMES_IN_UTF8 = 0x08_00;
const DEFLATED = 8;
/** 1 January 1980 (in the local time of the reader). */
const FIRST_DAY = 0x00_21;
