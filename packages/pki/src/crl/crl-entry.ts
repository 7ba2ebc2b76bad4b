/** The entries of a CRL as they are written (RFC 5280 §5.1.2.6, §5.3), by the million. */
import { oid, Tag, writeDer } from '../der/index.ts';
import { encodeGeneralizedTime, isUtcTimeRange } from '../der/time.ts';
import { writeExtensions } from '../certificate/extensions.ts';
import { encodeHeader } from '../certificate/signed.ts';
import { type Extension, makeExtension } from '../extension/extension.ts';
import { invalidityDate } from '../extension/invalidity-date.ts';
import { reasonCode, type RevocationReason } from '../extension/reason-code.ts';
import type { SerialNumber } from '../serial-number.ts';

/** One revoked certificate. */
export interface CrlEntryFields {
  readonly serialNumber: SerialNumber;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly revocationDate: number;
  /** UNSPECIFIED is left out, as RFC 5280 §5.3.1 advises. */
  readonly reason?: RevocationReason | undefined;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly invalidityDate?: number | undefined;
  /** The DER of GeneralNames: the issuer of this and the following certificates, in an indirect CRL (RFC 5280 §5.3.3). */
  readonly certificateIssuer?: Uint8Array | undefined;
}

/** Encodes one element of `revokedCertificates`. For many use {@link CrlEntryWriter}, which allocates nothing for each. */
export function encodeCrlEntry(entry: CrlEntryFields): Uint8Array {
  return new CrlEntryWriter(64).add(entry).finish()[0]!;
}

/**
 * Encodes entries one after the other into chunks of bounded size, so that a list takes the memory of its octets and can be
 * built in steps. What {@link finish} returns goes into `encodeTbsCrl`.
 */
export class CrlEntryWriter {
  readonly #chunkSize: number;
  readonly #chunks: Uint8Array[] = [];
  readonly #times = new TimeOctets();
  #chunk: Uint8Array;
  #length = 0;

  /** @param chunkSize - octets of a chunk; one that a single entry does not fit into is made larger */
  constructor(chunkSize = 256 * 1024) {
    this.#chunkSize = chunkSize;
    this.#chunk = new Uint8Array(chunkSize);
  }

  /** @throws {RangeError} for times that are not whole seconds of the years 0 to 9999 */
  add(entry: CrlEntryFields): this {
    const serialLength = integerLength(entry.serialNumber);
    const time = this.#times.of(entry.revocationDate);
    const extensions = entryExtensions(entry);
    const contentLength = 2 + serialLength + time.length + extensions.length;
    this.#reserve(6 + contentLength);
    this.#sequenceHeader(contentLength);
    this.#chunk[this.#length++] = Tag.integer;
    this.#chunk[this.#length++] = serialLength;
    this.#appendSerialNumber(entry.serialNumber, serialLength);
    this.#append(time);
    this.#append(extensions);
    return this;
  }

  /** The chunks of all entries so far, empty when none was added. What is added afterwards goes into further chunks. */
  finish(): readonly Uint8Array[] {
    if (this.#length > 0) this.#chunks.push(this.#chunk.subarray(0, this.#length));
    this.#chunk = NOTHING;
    this.#length = 0;
    return [...this.#chunks];
  }

  #append(bytes: Uint8Array): void {
    this.#chunk.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** As `serialNumberToBytes`, without its array: a third of the time that an entry takes. */
  #appendSerialNumber(serial: SerialNumber, octets: number): void {
    const chunk = this.#chunk;
    let at = this.#length + octets;
    this.#length = at;
    let digit = serial.length - 1;
    for (; digit > 0; digit -= 2) {
      chunk[--at] = (HEX_DIGITS[serial.charCodeAt(digit - 1)]! << 4) | HEX_DIGITS[serial.charCodeAt(digit)]!;
    }
    if (digit === 0) chunk[--at] = HEX_DIGITS[serial.charCodeAt(0)]!;
    // The rest of a fresh chunk is zero: the octet that keeps a set high bit from meaning negative.
  }

  #sequenceHeader(length: number): void {
    // Nearly every entry is shorter than 128 octets.
    if (length >= 0x80) return this.#append(encodeHeader(Tag.sequence, length));
    this.#chunk[this.#length++] = Tag.sequence;
    this.#chunk[this.#length++] = length;
  }

  #reserve(octets: number): void {
    if (this.#length + octets <= this.#chunk.length) return;
    if (this.#length > 0) this.#chunks.push(this.#chunk.subarray(0, this.#length));
    this.#chunk = new Uint8Array(Math.max(this.#chunkSize, octets));
    this.#length = 0;
  }
}

/** The content octets of a serial number as an INTEGER. */
function integerLength(serial: SerialNumber): number {
  const needsSignOctet = serial.length % 2 === 0 && HEX_DIGITS[serial.charCodeAt(0)]! >= 8;
  return Math.ceil(serial.length / 2) + (needsSignOctet ? 1 : 0);
}

/** Whole elements UTCTime or GeneralizedTime; the digits of a day are worked out once, since revocations cluster. */
class TimeOctets {
  readonly #days = new Map<number, Uint8Array>();
  readonly #utc = new Uint8Array(15);
  readonly #generalized = new Uint8Array(17);

  constructor() {
    this.#utc.set([Tag.utcTime, 13]);
    this.#generalized.set([Tag.generalizedTime, 15]);
    this.#utc[14] = this.#generalized[16] = 'Z'.charCodeAt(0);
  }

  /** Valid until the next call. */
  of(unixSeconds: number): Uint8Array {
    const day = Math.floor(unixSeconds / SECONDS_A_DAY);
    const date = this.#date(unixSeconds, day);
    const isUtc = isUtcTimeRange(unixSeconds);
    const element = isUtc ? this.#utc : this.#generalized;
    const centuryDigits = isUtc ? 2 : 0;
    for (let i = centuryDigits; i < 8; i++) element[2 + i - centuryDigits] = date[i]!;
    const second = unixSeconds - day * SECONDS_A_DAY;
    const at = 10 - centuryDigits;
    twoDigits(element, at, Math.floor(second / 3600));
    twoDigits(element, at + 2, Math.floor(second / 60) % 60);
    twoDigits(element, at + 4, second % 60);
    return element;
  }

  /** The eight digits of the date. */
  #date(unixSeconds: number, day: number): Uint8Array {
    const known = this.#days.get(day);
    if (known !== undefined && Number.isInteger(unixSeconds)) return known;
    const digits = ASCII.encode(encodeGeneralizedTime(unixSeconds).slice(0, 8));
    if (this.#days.size < MAX_DAYS) this.#days.set(day, digits);
    return digits;
  }
}

function twoDigits(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = 0x30 + Math.floor(value / 10);
  bytes[at + 1] = 0x30 + (value % 10);
}

/** The Extensions of an entry, empty when it has none. */
function entryExtensions(entry: CrlEntryFields): Uint8Array {
  const reason = entry.reason === 'UNSPECIFIED' ? undefined : entry.reason;
  if (entry.invalidityDate === undefined && entry.certificateIssuer === undefined) {
    return reason === undefined ? NOTHING : reasonOnly(reason);
  }
  const extensions: Extension[] = [];
  if (reason !== undefined) extensions.push(makeExtension(reasonCode, reason, false));
  if (entry.invalidityDate !== undefined) extensions.push(makeExtension(invalidityDate, entry.invalidityDate, false));
  if (entry.certificateIssuer !== undefined) {
    extensions.push({ oid: CERTIFICATE_ISSUER, critical: true, value: entry.certificateIssuer });
  }
  return encodeExtensions(extensions);
}

function reasonOnly(reason: RevocationReason): Uint8Array {
  let encoded = encodedReasons.get(reason);
  if (encoded === undefined) {
    encoded = encodeExtensions([makeExtension(reasonCode, reason, false)]);
    encodedReasons.set(reason, encoded);
  }
  return encoded;
}

function encodeExtensions(extensions: readonly Extension[]): Uint8Array {
  return writeDer((writer) => writeExtensions(writer, extensions));
}

/** A pure memo of at most one encoding for each reason. */
const encodedReasons = new Map<RevocationReason, Uint8Array>();
/** The values of `0` to `9` and `A` to `F` by their codes. */
const HEX_DIGITS = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max('0123456789ABCDEF'.indexOf(String.fromCharCode(code)), 0),
);
const CERTIFICATE_ISSUER = oid('2.5.29.29');
const NOTHING = new Uint8Array(0);
const ASCII = new TextEncoder();
const SECONDS_A_DAY = 86_400;
/** Eleven years. */
const MAX_DAYS = 4096;
