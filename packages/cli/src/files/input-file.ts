/** Reading the files that a command is given. */
import { type FileHandle, open } from 'node:fs/promises';
import { parsePem, PkiError } from '@sealwright/pki';
import { FileError } from '../errors.ts';
import { unreadable } from './file-errors.ts';

/**
 * Reads a file.
 *
 * @param what - for the message: `the certificate`
 * @param maxOctets - 1 MiB when left out
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable` when it is larger
 */
export async function readInputFile(file: string, what: string, maxOctets = MAX_OCTETS): Promise<Uint8Array> {
  let content: Uint8Array;
  try {
    const handle = await open(file, 'r');
    try {
      content = await readAtMost(handle, maxOctets + 1);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw unreadable(`${file} (${what})`, cause);
  }
  if (content.length <= maxOctets) return content;
  throw new FileError('cli.file_unusable', `${file} is larger than ${maxOctets} octets; ${what} is expected there`);
}

/** As {@link readInputFile}, of a file that may be missing: then undefined. */
export async function readIfPresent(file: string, what: string): Promise<Uint8Array | undefined> {
  try {
    return await readInputFile(file, what);
  } catch (error) {
    if (error instanceof FileError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
      return undefined;
    throw error;
  }
}

/**
 * Reads one structure from a file in PEM or DER and parses it.
 *
 * @param label - of the PEM block, the first of which is taken: `CERTIFICATE REQUEST`
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable` with what the parser found
 */
export async function readPemOrDer<T>(file: string, { label, what, parse, maxOctets }: PemOrDer<T>): Promise<T> {
  const content = await readInputFile(file, what, maxOctets);
  try {
    return parse(derOf(content, label) ?? content);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new FileError('cli.file_unusable', `${file} is not ${what}: ${error.message}`, { cause: error });
  }
}

/** Expectations of a file, see {@link readPemOrDer}. */
interface PemOrDer<T> {
  readonly label: string;
  readonly what: string;
  readonly parse: (der: Uint8Array) => T;
  /** 1 MiB when left out. */
  readonly maxOctets?: number;
}

/** Reads to the end, or `limit` octets. Pipes, whose size is not known before, come in pieces. */
async function readAtMost(handle: FileHandle, limit: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(limit);
  let length = 0;
  while (length < limit) {
    const { bytesRead } = await handle.read(buffer, length, limit - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** The content of the first block of `label`, or undefined when the file holds no PEM of that kind. */
function derOf(content: Uint8Array, label: string): Uint8Array | undefined {
  const text = Buffer.from(content).toString('latin1');
  if (!text.includes('-----BEGIN ')) return undefined;
  return parsePem(text).find((block) => block.label === label)?.der;
}

const MAX_OCTETS = 1024 * 1024;
