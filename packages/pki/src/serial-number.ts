/** Certificate serial numbers (RFC 5280 §4.1.2.2). */
import { PkiError } from './errors.ts';

declare const brand: unique symbol;

/**
 * A positive serial number of at most 20 octets in its one canonical form: upper-case hexadecimal without leading zeros,
 * so that equal numbers are equal strings. `5A1F33C09D2E7781`, and `F` rather than `0F`.
 */
export type SerialNumber = string & { readonly [brand]: 'SerialNumber' };

/** Problems with a serial number. */
export type SerialNumberErrorCode =
  /** text that is not hexadecimal */
  | 'serial.bad_text'
  /** zero or negative */
  | 'serial.not_positive'
  /** more than 20 octets, or INTEGER content of more than 20 */
  | 'serial.too_long';

export class SerialNumberError extends PkiError<SerialNumberErrorCode> {}

/**
 * Reads a serial number from hexadecimal text: either case, leading zeros and `0x` allowed.
 *
 * @throws {@link SerialNumberError}
 */
export function serialNumberFromHex(text: string): SerialNumber {
  if (isCanonical(text)) return text as SerialNumber;
  const digits = /^(?:0[xX])?([0-9A-Fa-f]+)$/.exec(text.length <= MAX_TEXT ? text : '')?.[1];
  if (digits === undefined) {
    const shown = text.length <= MAX_TEXT ? `'${text}'` : `a text of ${text.length} characters`;
    throw new SerialNumberError('serial.bad_text', `${shown} is not a serial number in hexadecimal`);
  }
  return requirePositive(canonical(digits));
}

/**
 * Reads a serial number as programs print it for people, OpenSSL above all: `serial=0A1B`, `0a:1b`, `6683 (0x1a1b)`, or any text that
 * {@link serialNumberFromHex} reads.
 *
 * @throws {@link SerialNumberError}
 */
export function serialNumberFromPrinted(text: string): SerialNumber {
  if (text.length > MAX_TEXT) return serialNumberFromHex(text);
  const bare = text.trim().replace(/^serial(?: ?number)?[=:]/i, '');
  const behindDecimal = /^\d+ \(0x([0-9A-F]+)\)$/i.exec(bare.trim())?.[1];
  return serialNumberFromHex((behindDecimal ?? bare).replaceAll(/[:\s]/g, ''));
}

/**
 * The serial number as `openssl x509 -serial` prints it: whole octets in upper-case hexadecimal, `0A1B`.
 *
 * @param serial - a {@link SerialNumber}, or what {@link foreignSerialNumber} made
 */
export function printedSerialNumber(serial: string): string {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(serial) ?? [];
  return sign + digits.padStart(digits.length + (digits.length % 2), '0');
}

/**
 * Takes the content octets of an INTEGER, as `DerReader.readIntegerBytes` returns them.
 *
 * Strict: for certificates that we issue, and certificates that clients present. See {@link foreignSerialNumber}.
 *
 * @throws {@link SerialNumberError}
 */
export function serialNumberFromBytes(content: Uint8Array): SerialNumber {
  if (content.length > MAX_OCTETS) {
    // Counted as they are encoded: the zero octet before a set high bit is one of the 20.
    throw new SerialNumberError('serial.too_long', `a serial number of ${content.length} octets; 20 are the most`);
  }
  if (content.length === 0 || content[0]! >= 0x80) {
    throw new SerialNumberError('serial.not_positive', `the serial number ${content.toHex()} is negative or empty`);
  }
  return requirePositive(canonical(content.toHex()));
}

/** Returns whether the text is in the canonical form already: a CRL of a million entries asks a million times. */
function isCanonical(text: string): boolean {
  if (text.length === 0 || text.charCodeAt(0) === ZERO || octetCount(text) > MAX_OCTETS) return false;
  for (let digit = 0; digit < text.length; digit++) {
    const code = text.charCodeAt(digit);
    if (code < ZERO || code > LETTER_F || (code > NINE && code < LETTER_A)) return false;
  }
  return true;
}

/** The content octets of the INTEGER, with the leading zero that keeps a set high bit from meaning negative. */
export function serialNumberToBytes(serial: SerialNumber): Uint8Array {
  // Digit by digit: a CRL of a million entries comes through here a million times.
  const octets = new Uint8Array(octetCount(serial));
  for (let digit = serial.length - 1, at = octets.length - 1; digit >= 0; digit -= 2, at--) {
    const high = digit > 0 ? hexDigit(serial.charCodeAt(digit - 1)) : 0;
    octets[at] = high * 16 + hexDigit(serial.charCodeAt(digit));
  }
  return octets;
}

/** As `DerWriter.integer` takes it. */
export function serialNumberToBigInt(serial: SerialNumber): bigint {
  return BigInt(`0x${serial}`);
}

/**
 * The serial number of a certificate that another authority issued, for display and look-up only.
 *
 * Some authorities used zero, negative or overlong numbers, which RFC 5280 §4.1.2.2 tells readers to handle gracefully. The
 * result is upper-case hexadecimal in the same form, with `-` in front of the magnitude of a negative number; it is not a
 * {@link SerialNumber}, so it cannot be issued or put on a CRL by mistake.
 */
export function foreignSerialNumber(content: Uint8Array): string {
  const digits = content.toHex();
  if (content.length === 0 || content[0]! < 0x80) return canonical(digits) || '0';
  const magnitude = (1n << BigInt(content.length * 8)) - BigInt(`0x${digits}`);
  return `-${magnitude.toString(16).toUpperCase()}`;
}

function canonical(digits: string): string {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  return digits.slice(start).toUpperCase();
}

/** The value of an upper-case hexadecimal digit by its character code. */
function hexDigit(code: number): number {
  return code <= NINE ? code - ZERO : code - LETTER_A + 10;
}

function requirePositive(digits: string): SerialNumber {
  if (digits === '') throw new SerialNumberError('serial.not_positive', 'the serial number is zero');
  const octets = octetCount(digits);
  if (octets > MAX_OCTETS) {
    throw new SerialNumberError('serial.too_long', `the serial number ${digits} has ${octets} octets; 20 are the most`);
  }
  return digits as SerialNumber;
}

/** Counts the octets of INTEGER content that the number takes, including one for the sign. */
function octetCount(digits: string): number {
  const signOctet = digits.length % 2 === 0 && digits.charCodeAt(0) >= EIGHT ? 1 : 0;
  return ((digits.length + 1) >> 1) + signOctet;
}

const ZERO = 0x30;
const EIGHT = 0x38;
const NINE = 0x39;
const LETTER_A = 0x41;
const LETTER_F = 0x46;
const MAX_OCTETS = 20;
/** Far beyond 20 octets, so that a long number is answered as too long; what is longer is not even shown. */
const MAX_TEXT = 128;
