/** The encryption dictionary of the standard security handler (ISO 32000-1 §7.6.3, ISO 32000-2 §7.6.4). */
import { PdfError } from '../errors.ts';
import { integerOf, PdfDictionary, PdfString, type PdfValue } from '../syntax/values.ts';

/** Methods of encryption of strings or streams. */
export type CryptMethod = 'none' | 'rc4' | 'aes-128' | 'aes-256';

export interface EncryptionDictionary {
  /** Revision of the handler: 2, 3 and 4 derive the key with MD5, 5 and 6 store it encrypted under a hash of the password. */
  readonly revision: 2 | 3 | 4 | 5 | 6;
  /** Length of the file's key. */
  readonly keyOctets: number;
  /** `O`, cut to the octets that count. */
  readonly owner: Uint8Array;
  /** `U`, cut likewise. */
  readonly user: Uint8Array;
  /** `OE` and `UE` of revisions 5 and 6. */
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  /** `P`, a number of 32 bits with a sign. */
  readonly permissions: number;
  readonly encryptMetadata: boolean;
  readonly strings: CryptMethod;
  readonly streams: CryptMethod;
  /** The methods that a stream may name by a filter of its own. */
  readonly filters: ReadonlyMap<string, CryptMethod>;
}

/** Reads the dictionary, whose entries are direct objects. @throws {@link PdfError} `pdf.unsupported_encryption` */
export function parseEncryptionDictionary(dictionary: PdfDictionary): EncryptionDictionary {
  if (dictionary.name('Filter') !== 'Standard') throw unsupported(`the security handler ${dictionary.name('Filter')}`);
  const version = integerOf(dictionary.get('V')) ?? 0;
  const revision = integerOf(dictionary.get('R'));
  if (revision !== 2 && revision !== 3 && revision !== 4 && revision !== 5 && revision !== 6)
    throw unsupported(`revision ${revision} of the standard security handler`);
  const methods =
    version >= 4 ? filterMethods(dictionary) : ({ strings: 'rc4', streams: 'rc4', filters: new Map() } as const);
  const hashOctets = revision >= 5 ? 48 : 32;
  return {
    revision,
    keyOctets: keyOctets(dictionary, version),
    owner: octets(dictionary, 'O', hashOctets),
    user: octets(dictionary, 'U', hashOctets),
    ownerKey: revision >= 5 ? octets(dictionary, 'OE', 32) : new Uint8Array(0),
    userKey: revision >= 5 ? octets(dictionary, 'UE', 32) : new Uint8Array(0),
    permissions: permissionsOf(dictionary.get('P')),
    encryptMetadata: dictionary.get('EncryptMetadata') !== false,
    ...methods,
  };
}

function keyOctets(dictionary: PdfDictionary, version: number): number {
  if (version === 1) return 5;
  if (version === 4) return 16;
  if (version === 5) return 32;
  const bits = integerOf(dictionary.get('Length')) ?? 40;
  if (version === 2 && bits % 8 === 0 && bits >= 40 && bits <= 128) return bits / 8;
  throw unsupported(`version ${version} with a key of ${bits} bits`);
}

function filterMethods(dictionary: PdfDictionary): Pick<EncryptionDictionary, 'strings' | 'streams' | 'filters'> {
  const found = dictionary.get('CF');
  const filters = new Map<string, CryptMethod>([['Identity', 'none']]);
  for (const [name, filter] of found instanceof PdfDictionary ? found.entries : [])
    if (filter instanceof PdfDictionary) filters.set(name, methodOf(filter.name('CFM')));
  const chosen = (key: string): CryptMethod => {
    const name = dictionary.name(key) ?? 'Identity';
    const method = filters.get(name);
    if (method === undefined) throw unsupported(`the crypt filter ${name.slice(0, 40)}, which is not defined`);
    return method;
  };
  return { strings: chosen('StrF'), streams: chosen('StmF'), filters };
}

function methodOf(name: string | undefined): CryptMethod {
  switch (name) {
    case 'None':
    case undefined:
      return 'none';
    case 'V2':
      return 'rc4';
    case 'AESV2':
      return 'aes-128';
    case 'AESV3':
      return 'aes-256';
    default:
      throw unsupported(`the encryption method ${name.slice(0, 40)}`);
  }
}

function octets(dictionary: PdfDictionary, key: string, length: number): Uint8Array {
  const value = dictionary.get(key);
  if (value instanceof PdfString && value.bytes.length >= length) return value.bytes.subarray(0, length);
  throw unsupported(`an encryption dictionary whose ${key} has not ${length} octets`);
}

function permissionsOf(value: PdfValue): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value | 0;
  throw unsupported('an encryption dictionary without permissions');
}

function unsupported(what: string): PdfError {
  return new PdfError('pdf.unsupported_encryption', `${what} is not supported`);
}
