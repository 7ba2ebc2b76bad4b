import { Type } from 'typebox';
import { END_ENTITY_STATUS, type ReadableEndEntity, TOKEN_TYPE } from '../../../modules/ra/index.ts';
import { entityTag } from '../document-bodies.ts';
import type { OperationScope } from '../operation-scope.ts';
import { errorResponses } from '../schemas.ts';
import { formatMilliseconds, formatSeconds } from '../times.ts';

/** `GET /end-entities/{username}`: the whole record of an end entity, which the CA REST interface shows only parts of. */
export function readEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  app.get(
    '/end-entities/:username',
    operation('endEntities.get', 'The whole record of an end entity', {
      params: Type.Object({ username: Type.String({ maxLength: 255, description: 'Percent-encoded.' }) }),
      response: { 200: EndEntityRecord, ...errorResponses(404) },
    }),
    async (request, reply) => {
      const record = await deps.ra.readEndEntity.get(administrator(request), request.params.username);
      void reply.header('etag', entityTag(record));
      return recordBody(record);
    },
  );
}

function recordBody(record: ReadableEndEntity) {
  const { accountBindingId, certificateSerialNumber, startTime, endTime } = record.extended;
  return {
    username: record.username,
    subject_dn: record.subjectDn,
    subject_alt_name: record.subjectAltName ?? null,
    email: record.email ?? null,
    ca_name: record.certificateAuthorityName,
    certificate_profile_name: record.certificateProfileName,
    end_entity_profile_name: record.endEntityProfileName,
    token: record.token,
    status: record.status,
    has_password: record.hasPassword,
    key_recoverable: record.keyRecoverable,
    account_binding_id: accountBindingId ?? null,
    start_time: timeText(startTime),
    end_time: timeText(endTime),
    certificate_serial_number: certificateSerialNumber ?? null,
    extension_data: [...record.extensionData],
    custom_data: [...record.customData],
    created: formatMilliseconds(record.createdMs),
    modified: formatMilliseconds(record.modifiedMs),
    version: record.version,
  };
}

function timeText(time: ReadableEndEntity['extended']['startTime']): string | null {
  if (time === undefined) return null;
  return time.kind === 'absolute' ? formatSeconds(time.seconds) : `${time.seconds} s after the issuance`;
}

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Time = nullableText('ISO 8601; or seconds after the issuance, such as `3600 s after the issuance`.');
const NamedValues = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));

const EndEntityRecord = Type.Object(
  {
    username: Type.String(),
    subject_dn: Type.String({ description: 'RFC 4514.' }),
    subject_alt_name: nullableText('Such as `dNSName=a.example, rfc822Name=b@example.org`.'),
    email: nullableText('Of the end entity, which is not in its certificates by itself.'),
    ca_name: Type.String(),
    certificate_profile_name: Type.String(),
    end_entity_profile_name: Type.String(),
    token: Type.Enum(Object.keys(TOKEN_TYPE), { type: 'string' }),
    status: Type.Enum(Object.keys(END_ENTITY_STATUS), { type: 'string' }),
    has_password: Type.Boolean({ description: 'The password itself is never shown.' }),
    key_recoverable: Type.Boolean(),
    account_binding_id: nullableText('Account at another program.'),
    start_time: Time,
    end_time: Time,
    certificate_serial_number: nullableText('Of its next certificate, hexadecimal.'),
    extension_data: NamedValues,
    custom_data: NamedValues,
    created: Type.String({ format: 'date-time' }),
    modified: Type.String({ format: 'date-time' }),
    version: Type.Integer({
      minimum: 0,
      description:
        'Rises with each change. `POST /v1/endentity/edit` of the CA REST interface takes it in quotes as `If-Match`.',
    }),
  },
  { title: 'EndEntityRecord' },
);
