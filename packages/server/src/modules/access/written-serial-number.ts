import { SerialNumberError, serialNumberFromPrinted } from '@sealwright/pki';

/**
 * Returns a configured serial number in the form in which certificates have it, whichever program printed it.
 *
 * A text that is not a serial number stays what it is, and is that of no certificate.
 */
export function writtenSerialNumber(text: string): string {
  try {
    return serialNumberFromPrinted(text);
  } catch (error) {
    if (error instanceof SerialNumberError) return text;
    throw error;
  }
}
