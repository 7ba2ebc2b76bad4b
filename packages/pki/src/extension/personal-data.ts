/** The attributes of natural persons that RFC 3739 §3.3.2 puts into subjectDirectoryAttributes. */
import { DerError, oid, readDer, Tag, writeDer, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import type { DirectoryAttribute } from './subject-directory-attributes.ts';
import { readText, writeText, type TextType } from './text.ts';

export interface PersonalData {
  /** The day as eight digits, `YYYYMMDD`. */
  readonly dateOfBirth?: string;
  readonly placeOfBirth?: string;
  /** One letter: `M` or `F`, of either case. */
  readonly gender?: string;
  /** ISO 3166 codes of two letters; empty when nothing is said. */
  readonly countriesOfCitizenship: readonly string[];
  /** As {@link countriesOfCitizenship}. */
  readonly countriesOfResidence: readonly string[];
}

/**
 * The attributes that say `data`, in the order of its members. The day of birth is written as its noon in UTC, so that no time
 * zone moves it to another day (RFC 3739 §3.3.2).
 *
 * @throws {RangeError} for a day that is not in the calendar, an empty place, and codes of another form
 */
export function personalDataAttributes(data: PersonalData): DirectoryAttribute[] {
  const { dateOfBirth, placeOfBirth, gender, countriesOfCitizenship, countriesOfResidence } = data;
  const attributes: DirectoryAttribute[] = [];
  if (dateOfBirth !== undefined)
    attributes.push(attribute(DATE_OF_BIRTH, [dateOfBirth], (writer, day) => writer.generalizedTime(noonOf(day))));
  if (placeOfBirth !== undefined)
    attributes.push(attribute(PLACE_OF_BIRTH, [placeOfBirth], (writer, place) => writePlace(writer, place)));
  if (gender !== undefined)
    attributes.push(attribute(GENDER, [gender], (writer, letter) => writeCode(writer, letter, /^[MFmf]$/, 'gender')));
  for (const [type, countries] of [
    [COUNTRY_OF_CITIZENSHIP, countriesOfCitizenship],
    [COUNTRY_OF_RESIDENCE, countriesOfResidence],
  ] as const)
    if (countries.length > 0)
      attributes.push(attribute(type, countries, (writer, code) => writeCode(writer, code, /^[A-Z]{2}$/, 'country')));
  return attributes;
}

/**
 * Reads the attributes of RFC 3739; others are ignored.
 *
 * Accepted on reading: other hours than noon, because the day is what counts; and codes of any length.
 *
 * @throws {DerError} when a value is not of its attribute's type, or an attribute that has one value has more
 */
export function readPersonalData(attributes: readonly DirectoryAttribute[]): PersonalData {
  const dateOfBirth = only(attributes, DATE_OF_BIRTH, readDay);
  const placeOfBirth = only(attributes, PLACE_OF_BIRTH, readPlace);
  const gender = only(attributes, GENDER, readCode);
  return {
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(placeOfBirth !== undefined && { placeOfBirth }),
    ...(gender !== undefined && { gender }),
    countriesOfCitizenship: all(attributes, COUNTRY_OF_CITIZENSHIP, readCode),
    countriesOfResidence: all(attributes, COUNTRY_OF_RESIDENCE, readCode),
  };
}

function attribute(
  type: Oid,
  values: readonly string[],
  write: (writer: DerWriter, value: string) => void,
): DirectoryAttribute {
  return { type, values: values.map((value) => writeDer((writer) => write(writer, value))) };
}

function noonOf(day: string): number {
  const iso = day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const noon = iso === day ? NaN : Date.parse(`${iso}T12:00:00Z`);
  // Date carries the 30th of February over into March.
  if (Number.isNaN(noon) || !new Date(noon).toISOString().startsWith(iso))
    throw new RangeError(`'${day}' is not a day as YYYYMMDD`);
  return noon / 1000;
}

function writePlace(writer: DerWriter, place: string): void {
  writeText(writer, 'utf8String', place, { min: 1, max: MAX_NAME });
}

function writeCode(writer: DerWriter, code: string, form: RegExp, what: string): void {
  if (!form.test(code)) throw new RangeError(`'${code}' is not the code of a ${what}`);
  writeText(writer, 'printableString', code, { min: 1, max: 2 });
}

function readDay(reader: DerReader): string {
  return new Date(reader.readGeneralizedTime() * 1000).toISOString().slice(0, 10).replaceAll('-', '');
}

function readPlace(reader: DerReader): string {
  const type = PLACE_TYPES.find((one) => reader.nextIs(Tag[one]));
  if (type !== undefined) return readText(reader, type);
  throw new DerError('der.unexpected_tag', 'something else stands where a place of birth belongs', reader.offset);
}

function readCode(reader: DerReader): string {
  return readText(reader, 'printableString');
}

function only<T>(attributes: readonly DirectoryAttribute[], type: Oid, read: (reader: DerReader) => T): T | undefined {
  const values = all(attributes, type, read);
  if (values.length > 1) throw new DerError('der.out_of_range', `the attribute ${type} has several values`, 0);
  return values[0];
}

function all<T>(attributes: readonly DirectoryAttribute[], wanted: Oid, read: (reader: DerReader) => T): T[] {
  return attributes.flatMap(({ type, values }) => (type === wanted ? values.map((value) => readDer(value, read)) : []));
}

const DATE_OF_BIRTH = oid('1.3.6.1.5.5.7.9.1');
const PLACE_OF_BIRTH = oid('1.3.6.1.5.5.7.9.2');
const GENDER = oid('1.3.6.1.5.5.7.9.3');
const COUNTRY_OF_CITIZENSHIP = oid('1.3.6.1.5.5.7.9.4');
const COUNTRY_OF_RESIDENCE = oid('1.3.6.1.5.5.7.9.5');
/** DirectoryString without the two types that RFC 5280 §4.1.2.4 keeps for old names only. */
const PLACE_TYPES: readonly TextType[] = ['utf8String', 'printableString', 'bmpString'];
/** ub-name of RFC 5280 appendix A. */
const MAX_NAME = 32_768;
