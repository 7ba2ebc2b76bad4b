/** The encryption of one opened file: what its objects are read and written through. */
import { PdfError } from '../errors.ts';
import { isArray, nameOf, PdfDictionary, PdfString, type PdfValue } from '../syntax/values.ts';
import type { WorkLeft } from '../syntax/work-left.ts';
import { type CryptMethod, type EncryptionDictionary } from './encryption-dictionary.ts';
import { decryptor, decryptors, encryptor, type ObjectId, type Transform, transformAll } from './object-cipher.ts';
import { type OpenedFile, openWith } from './passwords.ts';

/** Octets that nobody can foresee. */
export type RandomOctets = (count: number) => Uint8Array;

export class Security {
  readonly dictionary: EncryptionDictionary;
  readonly opened: OpenedFile;

  constructor(dictionary: EncryptionDictionary, opened: OpenedFile) {
    this.dictionary = dictionary;
    this.opened = opened;
  }

  /** Opens a file with a password. @throws {@link PdfError} `pdf.wrong_password` */
  static open(dictionary: EncryptionDictionary, id: Uint8Array, password: string): Security {
    const opened = openWith(password, dictionary, id);
    if (opened !== undefined) return new Security(dictionary, opened);
    throw new PdfError('pdf.wrong_password', 'Bad user password');
  }

  /** The same object with its strings deciphered. Many of them take turns with everything else. @throws {@link PdfError} `pdf.too_large` */
  async decryptStrings(value: PdfValue, id: ObjectId, work: WorkLeft): Promise<PdfValue> {
    const { strings: method } = this.dictionary;
    const strings = method === 'none' ? [] : [...stringsIn(value)];
    if (strings.length === 0) return value;
    const next = decryptors(method, this.opened.key, id);
    const deciphered = new Map<PdfString, PdfString>();
    for (const string of strings) {
      work.charge(DECRYPTOR_COST + string.bytes.length);
      deciphered.set(string, new PdfString(transformAll(next(), string.bytes)));
      await work.takeTurns();
    }
    return withStrings(value, deciphered);
  }

  /** Returns the method that encrypts the data of the stream with `dictionary`. */
  streamMethod(dictionary: PdfDictionary): CryptMethod {
    const { streams, filters, encryptMetadata, revision } = this.dictionary;
    const filter = dictionary.get('Filter');
    const parameters = dictionary.get('DecodeParms');
    const [first, parameter] = [isArray(filter) ? filter[0] : filter, isArray(parameters) ? parameters[0] : parameters];
    if (nameOf(first ?? null) === 'Crypt') {
      const name = parameter instanceof PdfDictionary ? parameter.name('Name') : undefined;
      return filters.get(name ?? 'Identity') ?? 'none';
    }
    if (revision >= 4 && !encryptMetadata && dictionary.name('Type') === 'Metadata') return 'none';
    return dictionary.name('Type') === 'XRef' ? 'none' : streams;
  }

  streamDecryptor(dictionary: PdfDictionary, id: ObjectId): Transform {
    return decryptor(this.streamMethod(dictionary), this.opened.key, id);
  }

  streamEncryptor(dictionary: PdfDictionary, id: ObjectId, random: RandomOctets): Transform {
    return encryptor(this.streamMethod(dictionary), this.opened.key, id, () => random(IV_OCTETS));
  }

  /** Encrypts one string of the object. */
  encryptString(bytes: Uint8Array, id: ObjectId, random: RandomOctets): Uint8Array {
    return transformAll(
      encryptor(this.dictionary.strings, this.opened.key, id, () => random(IV_OCTETS)),
      bytes,
    );
  }
}

function* stringsIn(value: PdfValue): Generator<PdfString, void, undefined> {
  if (value instanceof PdfString) yield value;
  else if (value instanceof PdfDictionary) for (const [, entry] of value.entries) yield* stringsIn(entry);
  else if (isArray(value)) for (const one of value) yield* stringsIn(one);
}

function withStrings(value: PdfValue, others: ReadonlyMap<PdfString, PdfString>): PdfValue {
  if (value instanceof PdfString) return others.get(value) ?? value;
  if (value instanceof PdfDictionary)
    return new PdfDictionary(new Map([...value.entries].map(([key, entry]) => [key, withStrings(entry, others)])));
  return isArray(value) ? value.map((one) => withStrings(one, others)) : value;
}

const IV_OCTETS = 16;
/** For each string. */
const DECRYPTOR_COST = 2048;
