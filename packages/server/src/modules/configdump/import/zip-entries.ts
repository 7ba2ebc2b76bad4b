/** The files in a ZIP archive: read by its central directory, each once, and never more than is allowed. */
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import { promisify } from 'node:util';
import { Pace } from '../../../kernel/tasks/pace.ts';
import { UnreadableDumpError } from './errors.ts';

/** A file of an archive. */
export interface ZipEntry {
  /** With `/` between its parts; never absolute, never with `..`. */
  readonly path: string;
  readonly content: Uint8Array;
}

/** Bounds of what is read. */
export interface ZipLimits {
  readonly maxEntries: number;
  /** Octets of one file after it was inflated. */
  readonly maxFileOctets: number;
  /** Octets of all files after they were inflated. */
  readonly maxTotalOctets: number;
}

/**
 * Reads the files of an archive in the order of its directory. Folders, dot files and `__MACOSX` are passed over.
 *
 * @throws {@link UnreadableDumpError}
 */
export async function* zipEntries(archive: Uint8Array, limits: ZipLimits): AsyncGenerator<ZipEntry> {
  for (const { header, path, start, end } of await entriesOf(archive, limits)) {
    const content = await inflated(archive.subarray(start, end), header, path);
    if (crc32(content) !== header.crc) throw unreadable(`has the file '${shown(path)}', whose check sum is wrong`);
    yield { path, content };
  }
}

/** A file as the directory has it, and where its octets are. */
interface Entry {
  readonly header: Header;
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Reads the directory, and looks at everything that can be known before a file is inflated. */
async function entriesOf(archive: Uint8Array, limits: ZipLimits): Promise<readonly Entry[]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const pace = new Pace();
  const seen = new Set<string>();
  const entries: Entry[] = [];
  let total = 0;
  // The archive has just been received.
  await pace.turn();
  for (const header of directory(view, archive, limits.maxEntries)) {
    await pace.step();
    const path = safePath(header.name);
    if (path === undefined) continue;
    const folded = path.normalize('NFC').toLowerCase();
    if (seen.has(folded)) throw unreadable(`has the file '${shown(path)}' twice`);
    seen.add(folded);
    if (header.flags & ENCRYPTED) throw unreadable(`has the encrypted file '${shown(path)}'`);
    if (header.size > limits.maxFileOctets)
      throw unreadable(`has the file '${shown(path)}' of ${header.size} octets; ${limits.maxFileOctets} are allowed`);
    total += header.size;
    if (total > limits.maxTotalOctets) throw unreadable(`holds more than ${limits.maxTotalOctets} octets`);
    const [start, end] = dataRange(view, header, path);
    entries.push({ header, path, start, end });
  }
  requireApart(entries);
  return entries;
}

/** Requires that no two files share octets, which is how a small archive becomes a large one. */
function requireApart(entries: readonly Entry[]): void {
  const filled = entries.filter(({ start, end }) => end > start).toSorted((a, b) => a.start - b.start);
  if (filled.some(({ start }, at) => at > 0 && filled[at - 1]!.end > start)) throw unreadable('has files that overlap');
}

interface Header {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

function* directory(view: DataView, archive: Uint8Array, maxEntries: number): Generator<Header> {
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > maxEntries) throw unreadable(`has ${count} files; ${maxEntries} are allowed`);
  if (view.getUint16(end + 4, true) !== 0 || count === 0xffff || at === 0xff_ff_ff_ff)
    throw unreadable('is in several parts, or in the format ZIP64');
  for (let index = 0; index < count; index += 1) {
    if (at + HEADER.length > end || view.getUint32(at, true) !== HEADER.mark) throw unreadable('is damaged');
    const nameLength = view.getUint16(at + 28, true);
    const length = HEADER.length + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (at + length > end) throw unreadable('is damaged');
    yield {
      name: text(archive.subarray(at + HEADER.length, at + HEADER.length + nameLength), 'a name'),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    };
    at += length;
  }
}

/** Finds the record at the end of the archive, behind which there may be a comment. */
function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - END.length - MAX_COMMENT);
  for (let at = view.byteLength - END.length; at >= first; at -= 1) {
    if (view.getUint32(at, true) === END.mark && at + END.length + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  }
  throw unreadable('is not a ZIP archive');
}

function dataRange(view: DataView, { offset, packed }: Header, path: string): [number, number] {
  if (offset + LOCAL.length > view.byteLength || view.getUint32(offset, true) !== LOCAL.mark)
    throw unreadable(`has no data of the file '${shown(path)}'`);
  const start = offset + LOCAL.length + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packed > view.byteLength) throw unreadable(`has no data of the file '${shown(path)}'`);
  return [start, start + packed];
}

async function inflated(packed: Uint8Array, { method, size }: Header, path: string): Promise<Uint8Array> {
  if (method === STORED && packed.length === size) return packed;
  if (method !== DEFLATED) throw unreadable(`has the file '${shown(path)}' in a form that is not read`);
  if (size === 0) return new Uint8Array();
  try {
    // In pieces of that size, or each of a thousand small files would keep 16 kB.
    const options = { maxOutputLength: size, chunkSize: Math.max(size, LEAST_PIECE) };
    const content = size > MOST_AT_ONCE ? await inflateInThread(packed, options) : inflateRawSync(packed, options);
    if (content.length === size) return content;
  } catch {
    // Said below: it is damaged, or longer than its directory says.
  }
  throw unreadable(`has the file '${shown(path)}', which is damaged`);
}

/** Returns the path of a file that is read; undefined for what is passed over. */
function safePath(name: string): string | undefined {
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/');
  if (
    path.startsWith('/') ||
    /^[A-Za-z]:/.test(path) ||
    parts.includes('..') ||
    path.includes('\0') ||
    path.length > 1024
  )
    throw unreadable(`has the path '${shown(name)}', which is not below its top`);
  if (path.endsWith('/') || parts.some((part) => part.startsWith('.') || part === '__MACOSX')) return undefined;
  return path;
}

function text(octets: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    throw unreadable(`has ${what} that is not UTF-8`);
  }
}

function shown(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, ' ').slice(0, 100);
}

function unreadable(what: string): UnreadableDumpError {
  return new UnreadableDumpError(`The ZIP file ${what}.`);
}

const inflateInThread = promisify(inflateRaw);
/** Octets that are inflated within a tenth of a millisecond, which is less than going to another thread takes. */
const MOST_AT_ONCE = 65_536;
/** The least that the library takes. */
const LEAST_PIECE = 64;
// The marks that records begin with, and their lengths without what varies.
const HEADER = { mark: 0x02_01_4b_50, length: 46 };
const LOCAL = { mark: 0x04_03_4b_50, length: 30 };
const END = { mark: 0x06_05_4b_50, length: 22 };
const MAX_COMMENT = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
