/** The checks of a revocation request that need no state, one step each. */
import { type SerialNumber, SerialNumberError, serialNumberFromHex } from '@sealwright/pki';
import type { Clock } from '../../kernel/clock.ts';
import { CertificateNotFoundError, isRevocationReason, type RevocationReason } from '../../modules/ca/index.ts';
import { parseOffsetDateTime } from './date-times.ts';
import { InvalidInputError } from './errors.ts';

/** @throws {@link InvalidInputError} when the serial number is not hex with an optional `0x` */
export function requireHexSerial(serialNumber: string): void {
  if (!HEX_SERIAL.test(serialNumber))
    throw new InvalidInputError(
      "Invalid serial number format. Should be HEX encoded (optionally with '0x' prefix) e.g. '0x10782a83eef170d4'",
    );
}

/**
 * Reads a serial number whose form was checked.
 *
 * @throws {@link CertificateNotFoundError} for zero and what is longer than 20 octets, which no certificate has
 */
export function readSerialNumber(text: string): SerialNumber {
  try {
    return serialNumberFromHex(text);
  } catch (error) {
    if (!(error instanceof SerialNumberError)) throw error;
    throw new CertificateNotFoundError(`There is no certificate with the serial number '${text}'.`);
  }
}

/**
 * Reads the name of a revocation reason, exactly as it is written.
 *
 * @returns undefined when none was given, which only the state of the certificate can judge
 * @throws {@link InvalidInputError} when there is no such reason
 */
export function readReason(name: string | undefined): RevocationReason | undefined {
  if (name === undefined) return undefined;
  if (!isRevocationReason(name)) throw new InvalidInputError('Invalid revocation reason.');
  return name;
}

/**
 * Reads when a certificate was revoked, or since when it is not to be trusted. What a client with a clock that is a little ahead calls now, is now.
 *
 * @returns seconds since 1970
 * @throws {@link InvalidInputError} when it cannot be read or lies in the future
 */
export function readDate(name: 'date' | 'invalidity_date', text: string | undefined, clock: Clock): number | undefined {
  if (text === undefined) return undefined;
  const now = clock.nowMs();
  const date = parseOffsetDateTime(text);
  if (date === undefined)
    throw new InvalidInputError(
      `Invalid ${name} '${text}'. Should be ISO 8601 with an offset, e.g. '2012-06-07T23:55:59+02:00'`,
    );
  if (date > now + CLOCK_MARGIN_MS) throw new InvalidInputError(`Date in the future: '${text}'.`);
  return Math.floor(Math.min(date, now) / 1000);
}

/** By which clocks may differ. */
const CLOCK_MARGIN_MS = 30_000;
const HEX_SERIAL = /^(?:0[xX])?[0-9A-Fa-f]+$/;
