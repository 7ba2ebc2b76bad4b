import { DerError, readDer, type DerWriter } from '../der/index.ts';

/**
 * Writes a value of a type that is not known here (ANY, an open type), given as DER.
 *
 * @throws {RangeError} when the bytes are not exactly one element; its content is not looked into
 */
export function writeOpenType(writer: DerWriter, der: Uint8Array): void {
  try {
    readDer(der, (reader) => reader.readAny());
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new RangeError(`${der.toHex()} is not one element of DER`, { cause: error });
  }
  writer.raw(der);
}
