/** PolicyQualifierInfo: where a policy is published, and what to show to relying parties (RFC 5280 §4.2.1.4). */
import { DerError, oid, Tag, type DerReader, type DerWriter, type Oid } from '../der/index.ts';
import { writeOpenType } from './open-type.ts';
import { readText, writeText, type TextLength } from './text.ts';

export type PolicyQualifier =
  | { readonly type: 'cps'; readonly uri: string }
  | UserNotice
  /** A qualifier of another kind: the DER of its value. */
  | { readonly type: 'other'; readonly qualifierId: Oid; readonly value: Uint8Array };

export interface UserNotice {
  readonly type: 'userNotice';
  readonly noticeRef?: NoticeReference;
  readonly explicitText?: DisplayText;
}

/** Texts of an organization by their numbers. */
export interface NoticeReference {
  readonly organization: DisplayText;
  readonly noticeNumbers: readonly bigint[];
}

/** A text of 1 to 200 characters and the string type that it is written in. */
export interface DisplayText {
  readonly type: DisplayTextType;
  readonly text: string;
}

export type DisplayTextType = 'utf8String' | 'ia5String' | 'visibleString' | 'bmpString';

/** Reads one PolicyQualifierInfo. Accepted on reading: texts of more than 200 characters, as RFC 5280 §4.2.1.4 asks. */
export function readPolicyQualifier(reader: DerReader): PolicyQualifier {
  const sequence = reader.readSequence();
  const qualifierId = sequence.readOid();
  const qualifier = readQualifier(sequence, qualifierId);
  sequence.finish();
  return qualifier;
}

/**
 * Writes one PolicyQualifierInfo.
 *
 * @throws {RangeError} for an empty URI, a text that is empty or longer than 200 characters or that its type cannot hold, an
 *   explicit text as IA5String, which RFC 6818 §3 forbids, a known qualifier as `other`, and a value that is not one element of DER
 */
export function writePolicyQualifier(writer: DerWriter, qualifier: PolicyQualifier): void {
  writer.sequence(() => {
    switch (qualifier.type) {
      case 'cps':
        writer.oid(CPS);
        writeText(writer, 'ia5String', qualifier.uri, { min: 1, max: Infinity });
        return;
      case 'userNotice':
        writer.oid(USER_NOTICE);
        writeUserNotice(writer, qualifier);
        return;
      case 'other':
        if (qualifier.qualifierId === CPS || qualifier.qualifierId === USER_NOTICE)
          throw new RangeError(`the qualifier ${qualifier.qualifierId} is a known one`);
        writer.oid(qualifier.qualifierId);
        writeOpenType(writer, qualifier.value);
        return;
    }
  });
}

function readQualifier(reader: DerReader, qualifierId: Oid): PolicyQualifier {
  if (qualifierId === CPS) return { type: 'cps', uri: readText(reader, 'ia5String') };
  if (qualifierId === USER_NOTICE) return readUserNotice(reader);
  return { type: 'other', qualifierId, value: reader.readAny().raw };
}

function readUserNotice(reader: DerReader): UserNotice {
  const sequence = reader.readSequence();
  const noticeRef = sequence.nextIs(Tag.sequence) ? readNoticeReference(sequence) : undefined;
  const explicitText = sequence.atEnd ? undefined : readDisplayText(sequence);
  sequence.finish();
  return {
    type: 'userNotice',
    ...(noticeRef !== undefined && { noticeRef }),
    ...(explicitText !== undefined && { explicitText }),
  };
}

function readNoticeReference(reader: DerReader): NoticeReference {
  const sequence = reader.readSequence();
  const organization = readDisplayText(sequence);
  const numbers = sequence.readSequence();
  const noticeNumbers: bigint[] = [];
  while (!numbers.atEnd) noticeNumbers.push(numbers.readInteger());
  sequence.finish();
  return { organization, noticeNumbers };
}

function readDisplayText(reader: DerReader): DisplayText {
  const type = DISPLAY_TEXT_TYPES.find((one) => reader.nextIs(Tag[one]));
  if (type !== undefined) return { type, text: readText(reader, type) };
  throw new DerError('der.unexpected_tag', 'something else stands where a DisplayText belongs', reader.offset);
}

function writeUserNotice(writer: DerWriter, { noticeRef, explicitText }: UserNotice): void {
  if (explicitText?.type === 'ia5String')
    throw new RangeError('an explicit text is an IA5String (RFC 6818 §3); UTF8String is right');
  writer.sequence(() => {
    if (noticeRef !== undefined)
      writer.sequence(() => {
        writeDisplayText(writer, noticeRef.organization);
        writer.sequence(() => {
          for (const number of noticeRef.noticeNumbers) writer.integer(number);
        });
      });
    if (explicitText !== undefined) writeDisplayText(writer, explicitText);
  });
}

function writeDisplayText(writer: DerWriter, { type, text }: DisplayText): void {
  writeText(writer, type, text, DISPLAY_TEXT_LENGTH);
}

const CPS = oid('1.3.6.1.5.5.7.2.1');
const USER_NOTICE = oid('1.3.6.1.5.5.7.2.2');
const DISPLAY_TEXT_TYPES: readonly DisplayTextType[] = ['utf8String', 'ia5String', 'visibleString', 'bmpString'];
const DISPLAY_TEXT_LENGTH: TextLength = { min: 1, max: 200 };
