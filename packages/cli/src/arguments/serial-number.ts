/** Serial numbers on the command line. */
import { PkiError, type SerialNumber, serialNumberFromPrinted } from '@sealwright/pki';
import { UsageError } from '../errors.ts';

/**
 * Reads a serial number in hexadecimal, in any form that OpenSSL prints.
 *
 * @param option - where it was given: `--serial`
 * @throws {@link UsageError}
 */
export function parseSerial(text: string, option: string): SerialNumber {
  try {
    return serialNumberFromPrinted(text);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UsageError(`${option}: ${error.message}`, { cause: error });
  }
}
