/** An opened PDF: its objects by number. */
import type { DocumentSource } from '../../source.ts';
import { parseEncryptionDictionary } from '../encryption/encryption-dictionary.ts';
import { transformAll } from '../encryption/object-cipher.ts';
import { Security } from '../encryption/security.ts';
import { PdfError } from '../errors.ts';
import { type PdfHeader, readHeader } from '../header.ts';
import { isArray, PdfDictionary, PdfReference, PdfString, type PdfValue } from '../syntax/values.ts';
import type { WorkLeft } from '../syntax/work-left.ts';
import { decodeStream } from './filters.ts';
import { readIndirectObject, readStreamData, streamLength } from './indirect-object.ts';
import { ObjectStream } from './object-stream.ts';
import { OBJECT_COST, PartReader } from './part-reader.ts';
import { type FileIndex, readXref } from './read-xref.ts';
import { searchFile } from './repair.ts';

/** An object as it is meant: deciphered, and out of the stream that it may stand in. */
export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** Offset of the data in the file, when it is a stream; its entry `Length` may be wrong. */
  readonly dataOffset: number | undefined;
}

export class PdfFile {
  readonly header: PdfHeader;
  readonly index: FileIndex;
  /** Undefined when the file is not encrypted. */
  readonly security: Security | undefined;
  /** The encryption dictionary as it stands in the file, which is never encrypted itself. */
  readonly encryption: PdfDictionary | undefined;
  readonly #reader: PartReader;
  /** The last object streams that were read, by number, since their objects are asked for one after the other. */
  readonly #objectStreams = new Map<number, ObjectStream>();
  #keptOctets = 0;

  private constructor(
    reader: PartReader,
    header: PdfHeader,
    index: FileIndex,
    security?: Security,
    encryption?: PdfDictionary,
  ) {
    this.#reader = reader;
    this.header = header;
    this.index = index;
    this.security = security;
    this.encryption = encryption;
  }

  /**
   * Opens a file by its cross-reference sections; where they cannot be used, it is searched for its objects.
   *
   * @param password - of the owner or of the user; empty for a document that everybody may read
   * @throws {@link PdfError}
   */
  static async open(source: DocumentSource, password: string): Promise<PdfFile> {
    const header = await readHeader(source);
    const reader = new PartReader(source);
    const biases = header.offset === 0 ? [0] : [0, header.offset];
    for (const bias of biases) {
      const file = await usable(async () => {
        const index = await readXref(reader, bias);
        return PdfFile.#opened(reader, header, index, password);
      });
      if (file !== undefined) return file;
    }
    const { objectStreams, ...index } = await searchFile(reader);
    const file = await PdfFile.#opened(reader, header, index, password, objectStreams);
    if (file !== undefined) return file;
    throw new PdfError('pdf.damaged', 'the document has no catalog that can be read');
  }

  /** Undefined when there is no catalog where one should be. */
  static async #opened(
    reader: PartReader,
    header: PdfHeader,
    index: FileIndex,
    password: string,
    objectStreams: readonly number[] = [],
  ): Promise<PdfFile | undefined> {
    const plain = new PdfFile(reader, header, index);
    const encryption = await plain.#encryptionDictionary();
    const security =
      encryption && Security.open(parseEncryptionDictionary(encryption), identifierOf(index.trailer), password);
    const file = new PdfFile(reader, header, index, security, encryption);
    for (const number of objectStreams) await file.#indexStream(number);
    return (await file.dictionary(index.trailer.get('Root'))) === undefined ? undefined : file;
  }

  get source(): DocumentSource {
    return this.#reader.source;
  }

  /** Remaining budget of work for the file. */
  get work(): WorkLeft {
    return this.#reader.work;
  }

  get trailer(): PdfDictionary {
    return this.index.trailer;
  }

  /** The first part of the file's identifier; empty when there is none. */
  get id(): Uint8Array {
    return identifierOf(this.trailer);
  }

  /** The number of the encryption dictionary; undefined when it is not an object of its own. */
  get encryptNumber(): number | undefined {
    const reference = this.trailer.get('Encrypt');
    return reference instanceof PdfReference ? reference.number : undefined;
  }

  /** The object of a number; its value is null when there is none, or when what stands there is another one or cannot be read. */
  async object(number: number): Promise<PdfObject> {
    const none = { number, generation: 0, value: null, dataOffset: undefined };
    const entry = this.index.table.get(number);
    if (entry === undefined || entry.type === 'free') return none;
    try {
      if (entry.type === 'compressed') {
        this.work.charge(OBJECT_COST);
        await this.work.takeTurns();
        const stream = await this.#objectStream(entry.stream);
        return { ...none, value: stream.value(number) };
      }
      const object = await readIndirectObject(this.#reader, entry.offset);
      if (object.number !== number) return none;
      if (this.security === undefined) return object;
      const value = await this.security.decryptStrings(object.value, object, this.work);
      return { ...object, value };
    } catch (error) {
      if (error instanceof PdfError && UNREADABLE.has(error.code)) return none;
      throw error;
    }
  }

  /** Follows references to the value at their end; null for a reference to nothing. @throws {@link PdfError} `pdf.too_deep` */
  async resolve(value: PdfValue): Promise<PdfValue> {
    let found = value;
    for (let hop = 0; found instanceof PdfReference; hop += 1) {
      if (hop === MAX_HOPS) throw new PdfError('pdf.too_deep', 'a reference to a reference to a reference');
      found = (await this.object(found.number)).value;
    }
    return found;
  }

  /** The dictionary that `value` is or refers to; undefined when it is not one. */
  async dictionary(value: PdfValue): Promise<PdfDictionary | undefined> {
    const found = await this.resolve(value);
    return found instanceof PdfDictionary ? found : undefined;
  }

  /** The elements of the array that `value` is or refers to; undefined when it is not one. */
  async array(value: PdfValue): Promise<readonly PdfValue[] | undefined> {
    const found = await this.resolve(value);
    return isArray(found) ? found : undefined;
  }

  /** Counts the octets of the stream's data in the file. @throws {@link PdfError} `pdf.damaged` */
  async streamLength({ value, dataOffset }: PdfObject): Promise<number> {
    const length = value instanceof PdfDictionary ? await this.resolve(value.get('Length')) : null;
    return streamLength(this.#reader, dataOffset!, length);
  }

  async #encryptionDictionary(): Promise<PdfDictionary | undefined> {
    const dictionary = await this.dictionary(this.trailer.get('Encrypt'));
    if (dictionary === undefined) return undefined;
    const entries = new Map<string, PdfValue>();
    const least = this.work.left - MAX_ENCRYPTION;
    for (const [key, value] of dictionary.entries) {
      // All of them are kept as long as the file is open.
      if (this.work.left < least) throw new PdfError('pdf.too_large', 'an encryption dictionary of too many octets');
      entries.set(key, await this.resolve(value));
    }
    return new PdfDictionary(entries);
  }

  async #objectStream(number: number): Promise<ObjectStream> {
    const known = this.#objectStreams.get(number);
    if (known !== undefined) return known;
    const stream = await this.#readObjectStream(number);
    this.#keep(number, stream);
    return stream;
  }

  /** Keeps a stream for when it is asked for next, instead of those that were read first. */
  #keep(number: number, stream: ObjectStream): void {
    this.#objectStreams.set(number, stream);
    this.#keptOctets += stream.octets;
    for (const [first, { octets }] of this.#objectStreams) {
      if (this.#keptOctets <= MAX_KEPT) break;
      this.#objectStreams.delete(first);
      this.#keptOctets -= octets;
    }
  }

  /** Reads the objects that stand in one stream (ISO 32000-1 §7.5.7). */
  async #readObjectStream(number: number): Promise<ObjectStream> {
    // A stream that stands in another one is not one: this is also what ends a loop.
    if (this.index.table.get(number)?.type !== 'offset')
      throw new PdfError('pdf.bad_syntax', 'an object stream that is nowhere');
    const object = await this.object(number);
    const { value: dictionary, dataOffset } = object;
    if (!(dictionary instanceof PdfDictionary) || dataOffset === undefined)
      throw new PdfError('pdf.bad_syntax', 'an object stream that is not a stream');
    const length = await this.resolve(dictionary.get('Length'));
    const encrypted = await readStreamData(this.#reader, dataOffset, length);
    const data = this.security ? transformAll(this.security.streamDecryptor(dictionary, object), encrypted) : encrypted;
    const decoded = await decodeStream(await this.#withDirectFilters(dictionary), data, this.work);
    return new ObjectStream(dictionary, decoded, this.work);
  }

  async #withDirectFilters(dictionary: PdfDictionary): Promise<PdfDictionary> {
    const [Filter, DecodeParms] = [dictionary.get('Filter'), dictionary.get('DecodeParms')];
    return dictionary.with({ Filter: await this.resolve(Filter), DecodeParms: await this.resolve(DecodeParms) });
  }

  /** Enters the objects of a stream that a search has found. */
  async #indexStream(number: number): Promise<void> {
    try {
      const { numbers } = await this.#objectStream(number);
      for (const [index, inside] of [...numbers].entries())
        this.index.table.add(inside, { type: 'compressed', stream: number, index });
    } catch (error) {
      if (!(error instanceof PdfError) || this.work.isSpent) throw error;
    }
  }
}

/** The first part of the identifier that the trailer has. */
function identifierOf(trailer: PdfDictionary): Uint8Array {
  const id = trailer.get('ID');
  const first = isArray(id) ? id[0] : undefined;
  return first instanceof PdfString ? first.bytes : new Uint8Array(0);
}

/** Returns what `open` gives, or undefined for a file that has to be searched. Errors of passwords and encryption pass through. */
async function usable<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof PdfError && UNREADABLE.has(error.code)) return undefined;
    throw error;
  }
}

const UNREADABLE: ReadonlySet<string> = new Set([
  'pdf.bad_syntax',
  'pdf.damaged',
  'pdf.unsupported_filter',
  'pdf.too_deep',
]);
const MAX_HOPS = 8;
/** The work for the entries of an encryption dictionary, which are short. */
const MAX_ENCRYPTION = 0x100_0000;
/** Octets of object streams. */
const MAX_KEPT = 0x200_0000;
