/** Parts that requests and responses have in common. */
import type { DerReader, DerWriter } from '../der/index.ts';
import { OcspError } from './errors.ts';

/** Reads `version [0] EXPLICIT Version DEFAULT v1`; a default that is written out is read. @throws {OcspError} `ocsp.bad_version` */
export function readVersion1(reader: DerReader): void {
  const explicit = reader.readOptionalExplicit(0);
  if (explicit === undefined) return;
  const version = explicit.readSmallInteger(0xff) + 1;
  explicit.finish();
  if (version !== 1) throw new OcspError('ocsp.bad_version', `the version is ${version}; 1 is defined`);
}

/** Reads `[0] EXPLICIT SEQUENCE OF Certificate OPTIONAL`; none of them is looked into. @throws {DerError} @throws {OcspError} `ocsp.too_large` */
export function readOptionalCertificates(reader: DerReader): readonly Uint8Array[] {
  const explicit = reader.readOptionalExplicit(0);
  if (explicit === undefined) return [];
  const certificates = readBounded(
    explicit.readSequence(),
    (one) => one.readSequenceElement().raw,
    MAX_CERTIFICATES,
    'certificates',
  );
  explicit.finish();
  return certificates;
}

/** Writes them, nothing when there is none. */
export function writeOptionalCertificates(writer: DerWriter, certificates: readonly Uint8Array[]): void {
  if (certificates.length === 0) return;
  writer.explicit(0, () => writer.sequence(() => certificates.forEach((der) => writer.raw(der))));
}

/** Reads what is left of a SEQUENCE OF. @throws {OcspError} `ocsp.too_large` for more than `max` */
export function readBounded<T>(
  sequence: DerReader,
  readOne: (reader: DerReader) => T,
  max: number,
  what: string,
): readonly T[] {
  const found: T[] = [];
  while (!sequence.atEnd) {
    if (found.length === max) throw new OcspError('ocsp.too_large', `there are more than ${max} ${what}`);
    found.push(readOne(sequence));
  }
  return found;
}

/** @throws {OcspError} `ocsp.too_large` */
export function requireAtMost(octets: number, max: number, what: string): void {
  if (octets > max) throw new OcspError('ocsp.too_large', `${what} of ${octets} octets; ${max} are the most`);
}

const MAX_CERTIFICATES = 32;
