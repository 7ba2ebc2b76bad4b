/** The body of adding and editing an end entity. */
import { PkiError, type SerialNumber, serialNumberFromHex } from '@sealwright/pki';
import { type Static, Type } from 'typebox';
import { END_ENTITY_STATUS, type EndEntityRegistration, TOKEN_TYPE } from '../../modules/ra/index.ts';
import { parsePlainDateTime } from './date-times.ts';
import { InvalidInputError } from './errors.ts';
import { Absentable } from './schemas.ts';

const Name = Type.String({ maxLength: 255 });
const DateText = Type.String({ maxLength: 64, description: 'yyyy-MM-dd HH:mm:ss in UTC.' });
const NamedValues = Absentable(
  Type.Array(Type.Object({ name: Name, value: Type.String({ maxLength: 4096 }) }), { maxItems: 1000 }),
);

/** All may be absent for the schema: the interface has words of its own for each that is missing. */
export const RegistrationBody = Type.Object(
  {
    username: Absentable(Name),
    password: Absentable(
      Type.String({ maxLength: 1024, format: 'password', description: 'Not given: an edit keeps the one there is.' }),
    ),
    subject_dn: Absentable(Type.String({ maxLength: 4096 })),
    subject_alt_name: Absentable(
      Type.String({ maxLength: 65_536, description: 'Such as `dNSName=a.example, rfc822Name=b@example.org`.' }),
    ),
    email: Absentable(Name),
    extension_data: NamedValues,
    custom_data: NamedValues,
    ca_name: Absentable(Name),
    certificate_profile_name: Absentable(Name),
    end_entity_profile_name: Absentable(Name),
    token: Absentable(Type.String({ maxLength: 64, description: 'USERGENERATED, P12, BCFKS, JKS or PEM.' })),
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
  { title: 'EditEndEntityRestRequest' },
);

/** Reads the body. The order of its checks is that of the interface. @throws {@link InvalidInputError} */
export function readRegistration(body: Static<typeof RegistrationBody>): EndEntityRegistration {
  const named = (values: typeof body.custom_data) => (values ?? []).map(({ name, value }) => ({ name, value }));
  const registration = {
    username: required(body, 'username'),
    subjectDn: required(body, 'subject_dn'),
    certificateAuthorityName: required(body, 'ca_name'),
    certificateProfileName: required(body, 'certificate_profile_name'),
    endEntityProfileName: required(body, 'end_entity_profile_name'),
    token: known(TOKEN_TYPE, 'token', required(body, 'token')),
    startTime: readTime('start_time', body.start_time),
    endTime: readTime('end_time', body.end_time),
    status: known(END_ENTITY_STATUS, 'status', body.status ?? 'NEW'),
    certificateSerialNumber: readSerialNumber(body.certificate_serial_number),
    password: body.password ?? undefined,
    subjectAltName: body.subject_alt_name ?? undefined,
    email: body.email === '' ? undefined : (body.email ?? undefined),
    keyRecoverable: body.key_recoverable ?? undefined,
    accountBindingId: body.account_binding_id ?? undefined,
    extensionData: named(body.extension_data),
    customData: named(body.custom_data),
  };
  refuseUnkept(body);
  return registration;
}

type RequiredMember =
  | 'ca_name'
  | 'certificate_profile_name'
  | 'end_entity_profile_name'
  | 'subject_dn'
  | 'token'
  | 'username';

function required(body: Static<typeof RegistrationBody>, member: RequiredMember): string {
  const value = body[member] ?? '';
  if (value.trim() === '') throw invalid(`${member} is missing; it can not be null or empty.`);
  return value;
}

function known<Known extends object>(words: Known, member: string, word: string): keyof Known & string {
  if (Object.hasOwn(words, word)) return word as keyof Known & string;
  throw invalid(`unrecognized ${member}. Should be one of ${Object.keys(words).join(', ')}.`);
}

function readTime(member: string, text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const seconds = parsePlainDateTime(text);
  if (seconds === undefined)
    throw invalid(`invalid date format. ${member} has to be yyyy-MM-dd HH:mm:ss, such as 2031-05-01 10:00:00.`);
  return seconds;
}

/** An integer has come as the text that it was written as: a number of JavaScript would have lost digits. */
function readSerialNumber(value: number | string | null | undefined): SerialNumber | undefined {
  if (value === null || value === undefined) return undefined;
  try {
    const text = String(value);
    if (!/^\d{1,64}$/.test(text)) throw invalid(SERIAL_NUMBER_RULE);
    return serialNumberFromHex(BigInt(text).toString(16));
  } catch (error) {
    throw error instanceof PkiError ? invalid(SERIAL_NUMBER_RULE) : error;
  }
}

/** Refuses what would be dropped. */
function refuseUnkept({ card_number: card, send_notification: notifies }: Static<typeof RegistrationBody>): void {
  if (notifies === true) throw invalid('send_notification is true, and no notifications are sent here. Leave it out.');
  if ((card ?? '') !== '') throw invalid('card_number is given, and cards are not kept here. Leave it out.');
}

function invalid(problem: string): InvalidInputError {
  return new InvalidInputError(`Invalid AddEndEntityRestRequest content, ${problem}`);
}

const SERIAL_NUMBER_RULE = 'certificate_serial_number has to be a positive integer of at most 20 octets, in decimal.';
