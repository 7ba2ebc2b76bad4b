/** One entry of a CRL as rules see it (RFC 5280 §5.1.2.6). There is one object for all entries of a CRL: a million of them make nothing to collect. */
import { type EncodingDefects, defectsOf } from '../ber/encoding-defects.ts';
import { Element, requireTag, Sequence } from '../ber/element.ts';
import { MalformedError } from '../ber/malformed.ts';
import { secondsAt } from '../ber/moment.ts';
import { hex, latin1, Tag, WrittenTime } from '../ber/values.ts';
import { EntryExtensionsMemo, type EntryExtensionsUnderLint } from './entry-extensions.ts';

export class EntryUnderLint {
  readonly #memo = new EntryExtensionsMemo();
  #source: Uint8Array = new Uint8Array();
  #serialStart = 0;
  #dateStart = 0;
  #dateLength = 0;
  #previousStart = -1;
  #previousLength = 0;
  #previous: Uint8Array = new Uint8Array();
  /** Octets of the serial number. */
  serialLength = 0;
  /** Tag of the revocation date. */
  dateTag = 0;
  /** The revocation date in seconds since 1970; NaN for a text that is not a time of RFC 5280 §5.1.2.6. */
  dateSeconds = Number.NaN;
  /** Undefined without any. */
  extensions: EntryExtensionsUnderLint | undefined;
  /** Violations of DER, extensions aside. */
  encoding: EncodingDefects = 0;
  /** True for the same serial number as that of the entry before. */
  repeatsSerial = false;

  /** Content octets of the serial number; a view that is gone with the entry. */
  get serialNumber(): Uint8Array {
    return this.#source.subarray(this.#serialStart, this.#serialStart + this.serialLength);
  }

  serialOctet(index: number): number {
    return this.#source[this.#serialStart + index]!;
  }

  /**
   * Returns whether serial number and date are as those of nearly all entries are: 1 to 20 octets that begin with none of the values where
   * rules look closer, and a date of the form that is required, from `earliest` to `latest`. No rule on entries finds anything in such a one, which the
   * cases of those rules show, since they go through here.
   */
  isOrdinary(earliest: number, latest: number): boolean {
    const { serialLength } = this;
    const first = this.#source[this.#serialStart]!;
    return (
      first > 0 &&
      first < 0x80 &&
      serialLength > 0 &&
      serialLength <= 20 &&
      this.dateTag === Tag.utcTime &&
      this.dateSeconds >= earliest &&
      this.dateSeconds <= latest
    );
  }

  /** The serial number in hexadecimal digits. */
  get serialText(): string {
    return hex(this.serialNumber);
  }

  /** The revocation date as it is written. */
  get dateText(): string {
    return latin1(this.#source.subarray(this.#dateStart, this.#dateStart + this.#dateLength));
  }

  /**
   * Reads the entry at `at`.
   *
   * @param available - octets that are there from `at` on
   * @param left - octets from `at` to the end of all entries
   * @returns its length; 0 when some of it is not there yet
   * @throws {@link MalformedError}
   */
  read(source: Uint8Array, at: number, available: number, left: number): number {
    if (available < 2) {
      if (available === left) throw new MalformedError('the entries end within an entry');
      return 0;
    }
    const length = source[at + 1]!;
    this.#previousStart = this.#source === source ? this.#serialStart : -1;
    this.#previousLength = this.serialLength;
    if (source[at] !== Tag.sequence || length >= 0x80) return this.#readAny(source, at, available, left);
    const end = at + 2 + length;
    if (2 + length > available) {
      if (2 + length > left) throw new MalformedError('an entry goes beyond the list of them');
      return 0;
    }
    const serialLength = source[at + 3]!;
    const date = at + 4 + serialLength;
    const dateTag = source[date]!;
    const dateLength = source[date + 1]!;
    const extensions = date + 2 + dateLength;
    const isPlain =
      source[at + 2] === Tag.integer &&
      serialLength > 0 &&
      serialLength < 0x80 &&
      date + 2 <= end &&
      dateTag === Tag.utcTime &&
      dateLength === 13 &&
      extensions <= end &&
      !isPadded(source, at + 4, serialLength);
    if (!isPlain) return this.#readAny(source, at, available, left);
    this.#source = source;
    this.#serialStart = at + 4;
    this.serialLength = serialLength;
    this.#dateStart = date + 2;
    this.#dateLength = dateLength;
    this.dateTag = dateTag;
    this.dateSeconds = secondsAt(source, date + 2, 2);
    this.encoding = 0;
    this.extensions = extensions === end ? undefined : this.#memo.read(source, extensions, end);
    this.#compare();
    return 2 + length;
  }

  /** Lets the octets go that it was read from. */
  leave(): void {
    this.#previous = Uint8Array.from(this.serialNumber);
    this.#source = this.#previous;
    this.#serialStart = 0;
  }

  /** The way of those that are not as nearly all are. */
  #readAny(source: Uint8Array, at: number, available: number, left: number): number {
    const element = wholeElement(source, at, available, left);
    if (element === undefined) return 0;
    const parts = new Sequence(element, 'an entry');
    const serial = parts.next('userCertificate', Tag.integer);
    const date = parts.next('revocationDate');
    const written = new WrittenTime(date);
    const extensions = parts.atEnd
      ? undefined
      : requireTag(parts.next('crlEntryExtensions'), Tag.sequence, 'Extensions');
    parts.finish();
    const octets = Uint8Array.from(element.raw);
    const offset = (part: Element) => part.content.byteOffset - element.raw.byteOffset;
    if (this.#previousStart >= 0)
      this.#previous = this.#source.slice(this.#previousStart, this.#previousStart + this.#previousLength);
    this.#previousStart = -1;
    this.#source = octets;
    this.#serialStart = offset(serial);
    this.serialLength = serial.length;
    this.#dateStart = offset(date);
    this.#dateLength = date.length;
    this.dateTag = date.tag;
    this.dateSeconds = written.seconds ?? Number.NaN;
    this.encoding = defectsOf(element) | defectsOf(serial) | defectsOf(date);
    this.extensions = extensions && this.#memo.read(extensions.raw, 0, extensions.raw.length);
    this.#compare();
    this.#previous = Uint8Array.from(this.serialNumber);
    return element.raw.length;
  }

  #compare(): void {
    const inSource = this.#previousStart >= 0;
    const previous = inSource ? this.#source : this.#previous;
    const start = inSource ? this.#previousStart : 0;
    const length = inSource ? this.#previousLength : this.#previous.length;
    this.repeatsSerial = false;
    if (length !== this.serialLength) return;
    // From the end, where numbers that follow each other differ.
    for (let i = length - 1; i >= 0; i--) if (previous[start + i] !== this.#source[this.#serialStart + i]) return;
    this.repeatsSerial = length > 0;
  }
}

function wholeElement(source: Uint8Array, at: number, available: number, left: number): Element | undefined {
  try {
    const element = Element.at(source, at, at + available);
    if (element.raw.length > MAX_ENTRY_OCTETS) throw new MalformedError('an entry has more than 64 KiB');
    return element;
  } catch (error) {
    // One that is cut off may still come, and then has to be within bounds.
    if (error instanceof MalformedError && available < left && available <= MAX_ENTRY_OCTETS) return undefined;
    throw error;
  }
}

function isPadded(source: Uint8Array, start: number, length: number): boolean {
  if (length < 2) return false;
  const first = source[start]!;
  const second = source[start + 1]!;
  return (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
}

const MAX_ENTRY_OCTETS = 64 * 1024;
