/** The record of an end entity, as requests have it whole. */
import { type Static, Type } from 'typebox';
import { parsePlainDateTime } from './date-times.ts';
import { InvalidInputError } from './errors.ts';
import { Absentable } from './schemas.ts';

const Required = Type.String({ minLength: 1, maxLength: 255 });
const Text = Type.String({ maxLength: 255 });
const Time = Type.String({ maxLength: 64, description: 'yyyy-MM-dd HH:mm:ss in UTC.' });
const NamedValues = Absentable(
  Type.Array(Type.Object({ name: Text, value: Type.String({ maxLength: 4096 }) }), { maxItems: 1000 }),
);

export const EndEntityRecord = Type.Object(
  {
    username: Required,
    password: Absentable(Type.String({ maxLength: 1024, format: 'password' })),
    subject_dn: Type.String({ minLength: 1, maxLength: 4096 }),
    subject_alt_name: Absentable(
      Type.String({ maxLength: 65_536, description: 'Such as `dNSName=a.example, iPAddress=192.0.2.1`.' }),
    ),
    email: Absentable(Text),
    extension_data: NamedValues,
    custom_data: NamedValues,
    ca_name: Required,
    certificate_profile_name: Required,
    end_entity_profile_name: Required,
    token: Type.String({ minLength: 1, maxLength: 64, description: 'USERGENERATED, P12, BCFKS, JKS or PEM.' }),
    account_binding_id: Absentable(Text),
    key_recoverable: Absentable(Type.Boolean()),
    status: Absentable(Type.String({ maxLength: 64, default: 'NEW' })),
    send_notification: Absentable(Type.Boolean({ description: 'No notifications are sent; true is refused.' })),
    start_time: Absentable(Time),
    end_time: Absentable(Time),
    certificate_serial_number: Absentable(Type.Integer()),
    card_number: Absentable(Type.String({ maxLength: 255, description: 'Not supported; refused.' })),
  },
  { title: 'AddEndEntityRestRequest' },
);

export type EndEntityRecord = Static<typeof EndEntityRecord>;

/**
 * Reads a time of the record, in seconds since 1970.
 *
 * @param content - the words that a refusal begins with
 * @throws {@link InvalidInputError}
 */
export function readRecordTime(
  content: string,
  member: 'start_time' | 'end_time',
  text: string | null | undefined,
): number | undefined {
  if (text === undefined || text === null) return undefined;
  const seconds = parsePlainDateTime(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidInputError(
    `${content}, invalid date format. ${member} has to be yyyy-MM-dd HH:mm:ss, such as 2031-05-01 10:00:00.`,
  );
}
