import { type Static, Type } from 'typebox';
import {
  type EndEntityRegistration,
  type EnrollmentWithRequest,
  readCertificateRequestType,
} from '../../../../modules/ra/index.ts';
import { EndEntityRecord, invalidRecord, readEndEntityRecord, type RecordPlace } from '../../end-entity-record.ts';
import { readResponseFormat, type ResponseFormat } from '../../enrollment-response.ts';
import { InvalidInputError } from '../../errors.ts';
import { IncludeChain, REQUEST_TYPES, ResponseFormatText } from '../../enrollment-request.ts';
import { addEnrollmentOperation } from './enrollment-operation.ts';
import type { OperationScope } from '../../operation-scope.ts';

/** `POST /v1/certificate/enroll`: makes or edits the end entity of a whole record and issues a certificate for the request's key. */
export function enrollEndEntity(scope: OperationScope): void {
  addEnrollmentOperation(scope, {
    path: '/v1/certificate/enroll',
    id: 'v1.certificate.enroll',
    summary: 'Add or edit an end entity and enroll it with a request',
    body: EnrollRequest,
    bigIntegers: true,
    read(body) {
      const format = readResponseFormat(body.response_format);
      const enrollment = readEnrollment(body);
      requireFormatFor(enrollment.certificateRequestType, format);
      return { format, enrollment, includeChain: body.include_chain };
    },
  });
}

const EnrollRequest = Type.Object(
  {
    certificate_request: Type.String({
      minLength: 1,
      description:
        'PEM or base64 DER. Its subject and names are ignored: those of the end entity count. The holder of a request in CVC has to be the subject.',
    }),
    certificate_request_type: Type.String({
      minLength: 1,
      maxLength: 64,
      description: REQUEST_TYPES,
    }),
    include_chain: IncludeChain,
    response_format: ResponseFormatText('DER or PKCS7, in any letter case; of a card verifiable certificate DER.'),
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
  const { startTime, endTime, status, token, ...registration } = readEndEntityRecord(record, PLACE);
  requireOwnKey(token, registration.keyRecoverable);
  if (status !== 'NEW') throw invalidRecord(PLACE, 'status has to be NEW: the end entity is enrolled at once.');
  return {
    ...registration,
    certificateRequest,
    certificateRequestType: type,
    notBefore: startTime,
    notAfter: endTime,
    strictValidity: true,
    // Those of the request are not asked for.
    subjectAltName: registration.subjectAltName ?? '',
  };
}

/** Refuses PKCS #7 for what it cannot hold. */
function requireFormatFor(type: EnrollmentWithRequest['certificateRequestType'], format: ResponseFormat): void {
  if (type === 'CVC' && format !== 'DER')
    throw new InvalidInputError(
      'Invalid input. Response format can only be DER for a card verifiable certificate: PKCS7 holds certificates of X.509.',
    );
}

/** Refuses a token that the server would make: the request has the key already. */
function requireOwnKey(token: EndEntityRegistration['token'], keyRecoverable: boolean | undefined): void {
  if (token !== 'USERGENERATED')
    throw invalidRecord(
      PLACE,
      `token ${token} is a keystore, and certificate_request has the key of the client. Give USERGENERATED, or enroll a keystore.`,
    );
  if (keyRecoverable === true)
    throw invalidRecord(
      PLACE,
      "key_recoverable has to be false: the private key is the client's own and cannot be kept here.",
    );
}

const PLACE: RecordPlace = { body: 'EnrollCertificateWithEntityRestRequest', path: 'end_entity.' };
