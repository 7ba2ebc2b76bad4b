/** Forms with a file (RFC 7578), as they go over a connection: the file passes by and is never held. */
import { UsageError } from '../errors.ts';

/** A file to be sent. */
export interface UploadedFile {
  /** Name of its part of the form; `file` when left out. */
  readonly part?: string;
  readonly name: string;
  readonly octets: number;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A body whose length is known beforehand. */
export interface StreamedBody {
  readonly contentType: string;
  readonly octets: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/**
 * Makes the body of a form: the fields, and the file behind them.
 *
 * @param boundary - not to be guessed, so that no file can hold it on purpose
 * @throws {@link UsageError} when a name has quotes, backslashes or control characters
 */
export function formWithFile(fields: ReadonlyMap<string, string>, file: UploadedFile, boundary: string): StreamedBody {
  const parts = [...fields].map(([name, value]) => `${partHead(boundary, name)}\r\n\r\n${value}\r\n`);
  const fileHead =
    `${partHead(boundary, file.part ?? 'file')}; filename="${quotable(file.name)}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  const before = Buffer.from(parts.join('') + fileHead, 'utf8');
  const after = Buffer.from(`\r\n--${boundary}--\r\n`, 'utf8');
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    octets: before.length + file.octets + after.length,
    pieces: (async function* pieces() {
      yield before;
      yield* file.pieces;
      yield after;
    })(),
  };
}

function partHead(boundary: string, name: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quotable(name)}"`;
}

/** Replaces characters that servers do not unescape alike. */
function quotable(name: string): string {
  if (!/["\\\p{Cc}]/u.test(name)) return name;
  throw new UsageError('the key of metadata holds quotes, backslashes or control characters');
}
