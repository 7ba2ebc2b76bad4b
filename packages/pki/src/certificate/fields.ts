/** Fields that certificates and CRLs share, read with the leniency that others' ones need. */
import { DerError, type DerReader, Tag } from '../der/index.ts';
import { isUtcTimeRange } from '../der/time.ts';
import { DistinguishedName } from '../name/index.ts';
import type { Tolerance } from './tolerance.ts';

/** Reads the content octets of a serial number, which is positive and has at most 20 (RFC 5280 §4.1.2.2). */
export function readSerialNumber(reader: DerReader, tolerance: Tolerance): Uint8Array {
  const content = reader.readIntegerBytes();
  const isZero = content.length === 1 && content[0] === 0;
  if (isZero || content[0]! >= 0x80) tolerance.allow('serial-number-not-positive');
  if (content.length > MAX_SERIAL_OCTETS) tolerance.allow('serial-number-too-long');
  return content;
}

/** Reads a time in seconds since 1970-01-01T00:00:00Z; UTCTime to 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). */
export function readTime(reader: DerReader, tolerance: Tolerance): number {
  const isGeneralized = reader.nextIs(Tag.generalizedTime);
  const time = reader.readTime();
  if (isGeneralized && isUtcTimeRange(time)) tolerance.allow('generalized-time-before-2050');
  return time;
}

/** Reads the issuer's name, which is not empty (RFC 5280 §4.1.2.4, §5.1.2.3). */
export function readIssuer(reader: DerReader, tolerance: Tolerance): DistinguishedName {
  const issuer = readName(reader, tolerance);
  if (issuer.isEmpty) tolerance.allow('empty-issuer');
  return issuer;
}

/** Reads a name; the attributes of one component stand in ascending order (X.690 §11.6). */
export function readName(reader: DerReader, tolerance: Tolerance): DistinguishedName {
  const { raw } = reader.readElement(Tag.sequence);
  try {
    return DistinguishedName.fromDer(raw);
  } catch (error) {
    // Rare enough that reading the name a second time costs nothing.
    if (!(error instanceof DerError) || error.code !== 'der.unsorted_set') throw error;
    tolerance.allow('unsorted-name');
    return DistinguishedName.fromDer(raw, { anyOrder: true });
  }
}

const MAX_SERIAL_OCTETS = 20;
