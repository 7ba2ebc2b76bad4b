/** Writes indirect objects, encrypted where the file is. */
import { transformAll } from '../encryption/object-cipher.ts';
import type { RandomOctets, Security } from '../encryption/security.ts';
import { latin1Bytes } from '../syntax/latin1.ts';
import { serialize } from '../syntax/serialize.ts';
import { PdfDictionary, type PdfValue } from '../syntax/values.ts';
import type { NewObject } from './changes.ts';

/** Encryption of objects. */
export interface ObjectProtection {
  readonly security: Security | undefined;
  readonly random: RandomOctets;
}

/** The octets of an object from its number to `endobj`. */
export function writeObject(object: NewObject, protection: ObjectProtection): Uint8Array {
  const { number, generation, value, data } = object;
  if (data === undefined || !(value instanceof PdfDictionary))
    return latin1Bytes(`${number} ${generation} obj\n${writeValue(object, value, protection)}\nendobj\n`);
  const encrypted = encryptData(object, value, data, protection);
  const dictionary = writeValue(object, value.with({ Length: encrypted.length }), protection);
  const before = latin1Bytes(`${number} ${generation} obj\n${dictionary}\nstream\n`);
  return new Uint8Array(Buffer.concat([before, encrypted, latin1Bytes('\nendstream\nendobj\n')]));
}

/** The text of what stands in an object. */
export function writeValue(
  object: Pick<NewObject, 'number' | 'generation'>,
  value: PdfValue,
  { security, random }: ObjectProtection,
): string {
  if (security === undefined || security.dictionary.strings === 'none') return serialize(value);
  return serialize(value, (bytes) => security.encryptString(bytes, object, random));
}

function encryptData(
  object: NewObject,
  dictionary: PdfDictionary,
  data: Uint8Array,
  { security, random }: ObjectProtection,
): Uint8Array {
  return security === undefined ? data : transformAll(security.streamEncryptor(dictionary, object, random), data);
}
