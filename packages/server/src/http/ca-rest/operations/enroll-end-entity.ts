import { type Static, Type } from 'typebox';
import { type EnrollmentWithRequest, readCertificateRequestType } from '../../../modules/ra/index.ts';
import { EndEntityRecord, readRecordTime } from '../end-entity-record.ts';
import { EnrollmentBody, enrollmentBody, readResponseFormat } from '../enrollment-response.ts';
import { InvalidInputError, UnsupportedMemberError } from '../errors.ts';
import type { OperationScope } from '../operation-scope.ts';
import { pendingApprovalBody } from '../pending-approval.ts';
import { Absentable, errorResponses, PendingApprovalBody } from '../schemas.ts';

/** `POST /v1/certificate/enroll`: makes or edits the end entity of a whole record and issues a certificate for the request's key. */
export function enrollEndEntity({ app, deps, operation, administrator }: OperationScope): void {
  // As of pkcs10enroll.
  const success = (deps.compatibility === 'ejbca' ? 201 : 200) as 200;
  app.post(
    '/v1/certificate/enroll',
    {
      ...operation('v1.certificate.enroll', {
        level: 'admin',
        service: 'REST Certificate Management',
        multilineMembers: ['certificate_request'],
      }),
      bodyLimit: BODY_LIMIT_OCTETS,
      schema: {
        summary: 'Add or edit an end entity and enroll it with a request',
        tags: ['v1/certificate'],
        body: EnrollRequest,
        response: {
          [success]: EnrollmentBody,
          202: PendingApprovalBody,
          ...errorResponses(400, 403, 404, 409, 413, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const format = readResponseFormat(body.response_format);
      const result = await deps.ra.enrollPkcs10.enroll(administrator(request), readEnrollment(body));
      if (result.outcome === 'pending-approval')
        return reply.code(202).send(pendingApprovalBody(result, 'enrollment', request));
      return reply.code(success).send(enrollmentBody(result, format, body.include_chain ?? false));
    },
  );
}

const EnrollRequest = Type.Object(
  {
    certificate_request: Type.String({
      minLength: 1,
      description: 'PEM or base64 DER. Its subject and names are ignored: those of the end entity count.',
    }),
    certificate_request_type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'PKCS10, CRMF, SPKAC or PUBLICKEY, in any letter case.',
    }),
    include_chain: Absentable(Type.Boolean({ default: false })),
    response_format: Absentable(
      Type.String({ maxLength: 64, default: 'DER', description: 'DER or PKCS7, in any letter case.' }),
    ),
    end_entity: EndEntityRecord,
  },
  { title: 'EnrollCertificateWithEntityRestRequest' },
);

function readEnrollment({
  certificate_request: certificateRequest,
  certificate_request_type: typeText,
  end_entity: record,
}: Static<typeof EnrollRequest>): EnrollmentWithRequest {
  const type = readCertificateRequestType(typeText);
  if (type === 'CVC')
    throw new InvalidInputError('Invalid certificate_request_type: end entities get no card verifiable certificates.');
  requireOwnKey(record);
  const notBefore = readRecordTime(CONTENT, 'start_time', record.start_time);
  const notAfter = readRecordTime(CONTENT, 'end_time', record.end_time);
  requireNew(record.status ?? 'NEW');
  requireSupported(record);
  return {
    certificateRequest,
    certificateRequestType: type,
    certificateAuthorityName: record.ca_name,
    certificateProfileName: record.certificate_profile_name,
    endEntityProfileName: record.end_entity_profile_name,
    username: record.username,
    password: record.password ?? undefined,
    email: record.email ?? undefined,
    accountBindingId: record.account_binding_id ?? undefined,
    notBefore,
    notAfter,
    strictValidity: true,
    subjectDn: record.subject_dn,
    subjectAltName: record.subject_alt_name ?? '',
    keyRecoverable: record.key_recoverable ?? undefined,
    extensionData: record.extension_data ?? [],
    customData: record.custom_data ?? [],
  };
}

/** Refuses a token that the server would make: the request has the key already. */
function requireOwnKey({ token, key_recoverable: keyRecoverable }: EndEntityRecord): void {
  if (!TOKENS.has(token))
    throw new InvalidInputError(`${CONTENT}, unrecognized token. It has to be USERGENERATED: the request has the key.`);
  if (token !== 'USERGENERATED')
    throw new InvalidInputError(
      `${CONTENT}, token ${token} is a keystore, and certificate_request has the key of the client. Give USERGENERATED, or enroll a keystore.`,
    );
  if (keyRecoverable === true)
    throw new InvalidInputError(
      `${CONTENT}, key_recoverable has to be false: the private key is the client's own and cannot be kept here.`,
    );
}

function requireNew(status: string): void {
  if (status === 'NEW') return;
  if (!STATUSES.has(status)) throw new InvalidInputError(`${CONTENT}, unrecognized status. It has to be NEW.`);
  throw new InvalidInputError(`${CONTENT}, status has to be NEW: the end entity is enrolled at once.`);
}

/** Refuses what would be given up otherwise without a word. */
function requireSupported(record: EndEntityRecord): void {
  if (record.certificate_serial_number !== undefined && record.certificate_serial_number !== null)
    throw new UnsupportedMemberError('certificate_serial_number', 'the CA chooses the serial number');
  if (record.send_notification === true)
    throw new UnsupportedMemberError('send_notification', 'no notifications are sent');
  if (record.card_number !== undefined && record.card_number !== null && record.card_number !== '')
    throw new UnsupportedMemberError('card_number', 'end entities have no cards');
}

const CONTENT = 'Invalid EnrollCertificateWithEntityRestRequest content';
const TOKENS: ReadonlySet<string> = new Set(['USERGENERATED', 'P12', 'BCFKS', 'JKS', 'PEM']);
const STATUSES: ReadonlySet<string> = new Set([
  'FAILED',
  'INITIALIZED',
  'INPROCESS',
  'GENERATED',
  'REVOKED',
  'HISTORICAL',
  'KEYRECOVERY',
  'WAITINGFORADDAPPROVAL',
]);
const BODY_LIMIT_OCTETS = 10 * 1024 * 1024;
