/** The record of an end entity: the body of adding and editing one, and a member of `enroll`. */
import { PkiError, type SerialNumber, serialNumberFromHex } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { END_ENTITY_STATUS, type EndEntityRegistration, TOKEN_TYPE } from '../../modules/ra/index.ts';
import { parsePlainDateTime } from './date-times.ts';
import { Name, NamedValues, Password, readNamedValues } from './enrollment-request.ts';
import { InvalidInputError, UnsupportedMemberError } from './errors.ts';
import { Absentable } from './schemas.ts';

const RequiredName = Type.String({ maxLength: 255, description: 'Required.' });
const DateText = Type.String({ maxLength: 64, description: 'yyyy-MM-dd HH:mm:ss in UTC.' });

/** All may be absent for the schema: the interface has words of its own for each that is missing. */
export const EndEntityRecord = Type.Object(
  {
    username: Absentable(RequiredName),
    password: Absentable(Password('Not given: an edit keeps the one there is.')),
    subject_dn: Absentable(Type.String({ maxLength: 4096, description: 'Required.' })),
    subject_alt_name: Absentable(
      Type.String({ maxLength: 65_536, description: 'Such as `dNSName=a.example, rfc822Name=b@example.org`.' }),
    ),
    email: Absentable(Name),
    extension_data: NamedValues,
    custom_data: NamedValues,
    ca_name: Absentable(RequiredName),
    certificate_profile_name: Absentable(RequiredName),
    end_entity_profile_name: Absentable(RequiredName),
    token: Absentable(Type.String({ maxLength: 64, description: `Required: ${Object.keys(TOKEN_TYPE).join(', ')}.` })),
    account_binding_id: Absentable(Name),
    key_recoverable: Absentable(Type.Boolean({ description: 'Not given: as the end entity profile says.' })),
    status: Absentable(Type.String({ maxLength: 64, default: 'NEW' })),
    send_notification: Absentable(Type.Boolean({ description: 'No notifications are sent: true is refused.' })),
    start_time: Absentable(DateText),
    end_time: Absentable(DateText),
    certificate_serial_number: Type.Optional(
      Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,64}$' }), Type.Null()], {
        format: 'bigint',
        description: 'An integer of at most 20 octets, in decimal.',
      }),
    ),
    card_number: Absentable(Type.String({ maxLength: 255, description: 'Cards are not kept: a number is refused.' })),
  },
  { title: 'AddEndEntityRestRequest' },
);

type EndEntityRecord = Static<typeof EndEntityRecord>;

/** The place of a record in a request, for refusals. */
export interface RecordPlace {
  /** The name of the body. */
  readonly body: string;
  /** Path from the body to the members of the record, with the last full stop; empty when it is the body. */
  readonly path: string;
}

/**
 * Reads the record. The order of its checks is that of the interface.
 *
 * @throws {@link InvalidInputError}, {@link UnsupportedMemberError}
 */
export function readEndEntityRecord(
  record: EndEntityRecord,
  place: RecordPlace = { body: 'AddEndEntityRestRequest', path: '' },
): EndEntityRegistration {
  const reader = new RecordReader(record, place);
  const registration = {
    username: reader.required('username'),
    subjectDn: reader.required('subject_dn'),
    certificateAuthorityName: reader.required('ca_name'),
    certificateProfileName: reader.required('certificate_profile_name'),
    endEntityProfileName: reader.required('end_entity_profile_name'),
    token: reader.known('token', reader.required('token'), TOKEN_TYPE),
    startTime: reader.time('start_time'),
    endTime: reader.time('end_time'),
    status: reader.known('status', record.status ?? 'NEW', END_ENTITY_STATUS),
    certificateSerialNumber: reader.serialNumber(),
    password: record.password ?? undefined,
    subjectAltName: record.subject_alt_name ?? undefined,
    email: record.email === '' ? undefined : (record.email ?? undefined),
    keyRecoverable: record.key_recoverable ?? undefined,
    accountBindingId: record.account_binding_id ?? undefined,
    extensionData: readNamedValues(record.extension_data),
    customData: readNamedValues(record.custom_data),
  };
  refuseUnkept(record);
  return registration;
}

/** Makes the refusal of a record. @param problem - completes "Invalid ... content, " */
export function invalidRecord({ body }: RecordPlace, problem: string): InvalidInputError {
  return new InvalidInputError(`Invalid ${body} content, ${problem}`);
}

type RequiredMember =
  | 'ca_name'
  | 'certificate_profile_name'
  | 'end_entity_profile_name'
  | 'subject_dn'
  | 'token'
  | 'username';

/** Single members of a record. */
class RecordReader {
  readonly #record: EndEntityRecord;
  readonly #place: RecordPlace;

  constructor(record: EndEntityRecord, place: RecordPlace) {
    this.#record = record;
    this.#place = place;
  }

  required(member: RequiredMember): string {
    const value = this.#record[member] ?? '';
    if (value.trim() === '')
      throw this.#invalid(`${this.#place.path}${member} is missing; it can not be null or empty.`);
    return value;
  }

  known<Known extends object>(member: 'status' | 'token', word: string, words: Known): keyof Known & string {
    if (Object.hasOwn(words, word)) return word as keyof Known & string;
    throw this.#invalid(`unrecognized ${member}. Should be one of ${Object.keys(words).join(', ')}.`);
  }

  time(member: 'start_time' | 'end_time'): number | undefined {
    const text = this.#record[member];
    if (text === null || text === undefined) return undefined;
    const seconds = parsePlainDateTime(text);
    if (seconds !== undefined) return seconds;
    throw this.#invalid(`invalid date format. ${member} has to be yyyy-MM-dd HH:mm:ss, such as 2031-05-01 10:00:00.`);
  }

  /** An integer has come as the text that it was written as: a number of JavaScript would have lost digits. */
  serialNumber(): SerialNumber | undefined {
    const value = this.#record.certificate_serial_number;
    if (value === null || value === undefined) return undefined;
    try {
      const text = String(value);
      if (!/^\d{1,64}$/.test(text)) throw this.#invalid(SERIAL_NUMBER_RULE);
      return serialNumberFromHex(BigInt(text).toString(16));
    } catch (error) {
      throw error instanceof PkiError ? this.#invalid(SERIAL_NUMBER_RULE) : error;
    }
  }

  #invalid(problem: string): InvalidInputError {
    return invalidRecord(this.#place, problem);
  }
}

/** Refuses what would be dropped. */
function refuseUnkept({ card_number: card, send_notification: notifies }: EndEntityRecord): void {
  if (notifies === true) throw new UnsupportedMemberError('send_notification', 'no notifications are sent');
  if ((card ?? '') !== '') throw new UnsupportedMemberError('card_number', 'end entities have no cards');
}

const SERIAL_NUMBER_RULE = 'certificate_serial_number has to be a positive integer of at most 20 octets, in decimal.';
