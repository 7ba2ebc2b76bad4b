/**
 * Update that follows the body of a document: the objects that changed, the signature as the last of them, and the cross-reference section
 * (ISO 32000-1 §7.5.6). It depends on the body only by its length and by where the objects in it stand.
 */
import { hash } from 'node:crypto';
import { PdfError } from '../errors.ts';
import type { XrefEntry } from '../file/xref-table.ts';
import { latin1Bytes } from '../syntax/latin1.ts';
import { isArray, PdfDictionary, PdfReference, PdfString } from '../syntax/values.ts';
import type { Changes } from './changes.ts';
import { type ObjectProtection, writeObject, writeValue } from './object-writer.ts';
import { type WrittenEntry, writeXrefStream, writeXrefTable } from './write-xref.ts';

/** Body of a document before an update. */
export interface Body {
  readonly size: number;
  /** All octets, each time. */
  pieces(): AsyncIterable<Uint8Array>;
  /** Entries for objects of the body, where the update has to name them all; those that it writes itself count instead. */
  readonly entries: readonly WrittenEntry[];
  /** The newest section of the body, which the update's refers to; undefined when the update names all objects. */
  readonly previous: number | undefined;
  /** True when the section has to be a stream. */
  readonly xrefStream: boolean;
  /** Number to subtract from offsets when they are written. */
  readonly bias: number;
}

/** The signature: its dictionary without contents and byte range. */
export interface PlannedSignature {
  readonly reference: PdfReference;
  readonly dictionary: PdfDictionary;
}

/** An update with room for the signature's contents. */
export interface Update {
  /** All of a memory of their own, which may be given to another thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Offset of the contents in `bytes`: the hexadecimal digits with `<` before and `>` behind them. */
  readonly contentsStart: number;
  readonly contentsEnd: number;
}

/**
 * Lays the update out.
 *
 * @param reserved - octets of the contents
 * @throws {@link PdfError} `pdf.too_large` for a file beyond ten digits
 */
export function layOut(
  body: Body,
  changes: Changes,
  signature: PlannedSignature,
  trailer: PdfDictionary,
  protection: ObjectProtection,
  reserved: number,
): Update {
  const output = new Output(body.size);
  const entries: [number, XrefEntry][] = [];
  const enter = ({ number, generation }: { readonly number: number; readonly generation: number }): void => {
    entries.push([number, { type: 'offset', offset: output.at - body.bias, generation }]);
  };
  output.write(latin1Bytes('\n'));
  for (const object of changes.objects) {
    enter(object);
    const open = object.number === encryptNumber(trailer) ? { ...protection, security: undefined } : protection;
    output.write(writeObject(object, open));
  }
  enter(signature.reference);
  const places = writeSignature(output, signature, protection, reserved);
  const startXref = output.at - body.bias;
  const size = changes.size + (body.xrefStream ? 1 : 0);
  // The key of a file that was encrypted without an identifier was made with none (§7.6.3.3).
  const mayIdentify = protection.security === undefined || protection.security.dictionary.revision >= 5;
  const change = new PdfString(output.digest());
  const whole = newTrailer(trailer, mayIdentify ? change : undefined, change).with({
    Size: size,
    Prev: body.previous ?? null,
  });
  if (body.previous === undefined) entries.push([0, { type: 'free' }]);
  if (body.xrefStream) entries.push([changes.size, { type: 'offset', offset: startXref, generation: 0 }]);
  const all = [...new Map([...body.entries, ...entries])].toSorted(([a], [b]) => a - b);
  output.write(body.xrefStream ? writeXrefStream(all, whole, changes.size) : writeXrefTable(all, whole));
  output.write(latin1Bytes(`startxref\n${startXref}\n%%EOF\n`));
  return fillByteRange(output.finish(), body.size, places);
}

interface SignaturePlaces {
  readonly byteRange: number;
  readonly contentsStart: number;
  readonly contentsEnd: number;
}

/** Writes the signature with room for both entries; its contents are the one string that is never encrypted (§7.6.1). */
function writeSignature(
  output: Output,
  { reference, dictionary }: PlannedSignature,
  protection: ObjectProtection,
  reserved: number,
): SignaturePlaces {
  const text = writeValue(reference, dictionary, protection).slice(0, -2);
  output.write(latin1Bytes(`${reference.number} ${reference.generation} obj\n${text}/ByteRange `));
  const byteRange = output.length;
  output.write(latin1Bytes(`${' '.repeat(BYTE_RANGE_LENGTH)}/Contents `));
  const contentsStart = output.length;
  output.write(latin1Bytes(`<${'0'.repeat(2 * reserved)}>`));
  const contentsEnd = output.length;
  output.write(latin1Bytes('>>\nendobj\n'));
  return { byteRange, contentsStart, contentsEnd };
}

/** Everything but the contents is signed. */
function fillByteRange(bytes: Update['bytes'], bodySize: number, places: SignaturePlaces): Update {
  const { byteRange, contentsStart, contentsEnd } = places;
  const text = `[0 ${bodySize + contentsStart} ${bodySize + contentsEnd} ${bytes.length - contentsEnd}]`;
  if (text.length > BYTE_RANGE_LENGTH || bodySize + bytes.length > MAX_SIZE)
    throw new PdfError('pdf.too_large', `the document is larger than ${MAX_SIZE} octets`);
  bytes.set(latin1Bytes(text), byteRange);
  return { bytes, contentsStart, contentsEnd };
}

/**
 * The entries that a trailer hands on, and the identifier of this state of the file.
 *
 * @param original - the first part of the identifier where there is none; no identifier then when undefined
 */
function newTrailer(trailer: PdfDictionary, original: PdfString | undefined, change: PdfString): PdfDictionary {
  const id = trailer.get('ID');
  const [found] = isArray(id) ? id : [];
  const first = found instanceof PdfString ? found : original;
  return new PdfDictionary({}).with({
    Root: trailer.get('Root'),
    Info: trailer.get('Info'),
    Encrypt: trailer.get('Encrypt'),
    ID: first === undefined ? null : [first, change],
  });
}

function encryptNumber(trailer: PdfDictionary): number | undefined {
  const reference = trailer.get('Encrypt');
  return reference instanceof PdfReference ? reference.number : undefined;
}

/** Octets in pieces, which count from where the body ends. */
class Output {
  readonly #start: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(start: number) {
    this.#start = start;
  }

  get length(): number {
    return this.#length;
  }

  /** In the file. */
  get at(): number {
    return this.#start + this.#length;
  }

  write(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Sixteen octets that change with what was written: the second part of the file's identifier (§14.4). */
  digest(): Uint8Array {
    return new Uint8Array(hash('sha256', this.finish(), 'buffer').subarray(0, 16));
  }

  finish(): Update['bytes'] {
    return new Uint8Array(Buffer.concat(this.#pieces));
  }
}

/** Room for three numbers of ten digits. */
const BYTE_RANGE_LENGTH = 38;
/** Maximum size that a cross-reference table can state (ISO 32000-1 annex C). */
const MAX_SIZE = 9_999_999_999;
