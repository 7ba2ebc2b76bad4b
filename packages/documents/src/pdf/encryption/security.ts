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

  /** The same object with its strings deciphered. @throws {@link PdfError} `pdf.too_large` */
  decryptStrings(value: PdfValue, id: ObjectId, work: WorkLeft): PdfValue {
    const { strings } = this.dictionary;
    if (strings === 'none') return value;
    const next = decryptors(strings, this.opened.key, id);
    return mapStrings(value, (bytes) => {
      work.charge(DECRYPTOR_COST + bytes.length);
      return transformAll(next(), bytes);
    });
  }

  /** How the data of the stream with `dictionary` is encrypted. */
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

function mapStrings(value: PdfValue, change: (bytes: Uint8Array) => Uint8Array): PdfValue {
  if (value instanceof PdfString) return new PdfString(change(value.bytes));
  if (value instanceof PdfDictionary)
    return new PdfDictionary(new Map([...value.entries].map(([key, entry]) => [key, mapStrings(entry, change)])));
  return isArray(value) ? value.map((one) => mapStrings(one, change)) : value;
}

const IV_OCTETS = 16;
/** For each string. */
const DECRYPTOR_COST = 2048;
