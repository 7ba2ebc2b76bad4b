/** The identifier and the syntax of every known QC statement (RFC 3739 §3.2.6, ETSI EN 319 412-5 §4). */
import { oid, Tag, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import { readGeneralNames, writeGeneralNames } from '../general-name/index.ts';
import { MAX_COUNT, requireCount } from './integer-range.ts';
import { readPsd2, writePsd2 } from './psd2-statement.ts';
import type { KnownQcStatement, PdsLocation, QcLimitValue, QcSemantics } from './qc-statement.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';
import { readText, writeText } from './text.ts';

/** Syntax of one statement: writes and reads what follows its identifier. */
export interface QcStatementSyntax<S extends KnownQcStatement> {
  readonly statementId: Oid;
  write(writer: DerWriter, statement: S): void;
  /** Reads statementInfo; nothing when the statement has none. */
  read(reader: DerReader): S;
}

/** Every known statement. */
export const QC_STATEMENT_SYNTAXES: {
  readonly [T in KnownQcStatement['type']]: QcStatementSyntax<Extract<KnownQcStatement, { type: T }>>;
} = {
  qcSyntaxV1: {
    statementId: oid('1.3.6.1.5.5.7.11.1'),
    write: writeSemantics,
    read: (reader) => ({ type: 'qcSyntaxV1', ...readSemantics(reader) }),
  },
  qcSyntaxV2: {
    statementId: oid('1.3.6.1.5.5.7.11.2'),
    write: writeSemantics,
    read: (reader) => ({ type: 'qcSyntaxV2', ...readSemantics(reader) }),
  },
  qcCompliance: {
    statementId: oid('0.4.0.1862.1.1'),
    write: () => undefined,
    read: () => ({ type: 'qcCompliance' }),
  },
  qcLimitValue: {
    statementId: oid('0.4.0.1862.1.2'),
    write: writeLimitValue,
    read: readLimitValue,
  },
  qcRetentionPeriod: {
    statementId: oid('0.4.0.1862.1.3'),
    write: (writer, { years }) => writer.integer(requireCount(years, 'retention period')),
    read: (reader) => ({ type: 'qcRetentionPeriod', years: reader.readSmallInteger(MAX_COUNT) }),
  },
  qcSSCD: {
    statementId: oid('0.4.0.1862.1.4'),
    write: () => undefined,
    read: () => ({ type: 'qcSSCD' }),
  },
  qcPDS: {
    statementId: oid('0.4.0.1862.1.5'),
    write: (writer, { locations }) => writeSequenceOf(writer, locations, writePdsLocation),
    read: (reader) => ({ type: 'qcPDS', locations: readSequenceOf(reader, readPdsLocation) }),
  },
  qcType: {
    statementId: oid('0.4.0.1862.1.6'),
    write: (writer, { types }) => writeSequenceOf(writer, types, (inner, type) => inner.oid(type)),
    read: (reader) => ({ type: 'qcType', types: readSequenceOf(reader, (inner) => inner.readOid()) }),
  },
  qcCClegislation: {
    statementId: oid('0.4.0.1862.1.7'),
    write: (writer, { countries }) =>
      writeSequenceOf(writer, countries, (inner, country) => writeCode(inner, country, /^[A-Z]{2}$/, 'country')),
    read: (reader) => ({ type: 'qcCClegislation', countries: readSequenceOf(reader, readCode) }),
  },
  psd2: {
    statementId: oid('0.4.0.19495.2'),
    write: writePsd2,
    read: readPsd2,
  },
};

/** SemanticsInformation, which is left out when there is nothing to say. An empty one is accepted on reading. */
function readSemantics(reader: DerReader): QcSemantics {
  if (reader.atEnd) return {};
  const sequence = reader.readSequence();
  const semanticsIdentifier = sequence.nextIs(Tag.objectIdentifier) ? sequence.readOid() : undefined;
  const nameRegistrationAuthorities = sequence.atEnd ? undefined : readGeneralNames(sequence);
  sequence.finish();
  return {
    ...(semanticsIdentifier !== undefined && { semanticsIdentifier }),
    ...(nameRegistrationAuthorities !== undefined && { nameRegistrationAuthorities }),
  };
}

function writeSemantics(writer: DerWriter, statement: QcSemantics): void {
  const { semanticsIdentifier, nameRegistrationAuthorities } = statement;
  if (semanticsIdentifier === undefined && nameRegistrationAuthorities === undefined) return;
  writer.sequence(() => {
    if (semanticsIdentifier !== undefined) writer.oid(semanticsIdentifier);
    if (nameRegistrationAuthorities !== undefined) writeGeneralNames(writer, nameRegistrationAuthorities);
  });
}

function readLimitValue(reader: DerReader): QcLimitValue {
  const sequence = reader.readSequence();
  const currency = sequence.nextIs(Tag.integer) ? sequence.readSmallInteger(MAX_CURRENCY) : readCode(sequence);
  const amount = sequence.readInteger();
  const exponent = sequence.readInteger();
  sequence.finish();
  return { type: 'qcLimitValue', currency, amount, exponent };
}

function writeLimitValue(writer: DerWriter, { currency, amount, exponent }: QcLimitValue): void {
  if (currency === 0) throw new RangeError('currency 0 is not in 1 to 999 (ISO 4217)');
  writer.sequence(() => {
    if (typeof currency === 'number') writer.integer(requireCount(currency, 'currency', MAX_CURRENCY));
    else writeCode(writer, currency, /^[A-Z]{3}$/, 'currency');
    writer.integer(amount).integer(exponent);
  });
}

function readPdsLocation(reader: DerReader): PdsLocation {
  const sequence = reader.readSequence();
  const url = readText(sequence, 'ia5String');
  const language = readCode(sequence);
  sequence.finish();
  return { url, language };
}

function writePdsLocation(writer: DerWriter, { url, language }: PdsLocation): void {
  writer.sequence(() => {
    writeText(writer, 'ia5String', url, { min: 1, max: Infinity });
    writeCode(writer, language, /^[A-Za-z]{2}$/, 'language');
  });
}

function readCode(reader: DerReader): string {
  return readText(reader, 'printableString');
}

function writeCode(writer: DerWriter, code: string, form: RegExp, what: string): void {
  if (!form.test(code)) throw new RangeError(`'${code}' is not the code of a ${what}`);
  writeText(writer, 'printableString', code, { min: 2, max: 3 });
}

const MAX_CURRENCY = 999;
